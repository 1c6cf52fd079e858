import {
  type CookiePreferences,
  consentKey,
  consentVersion,
  type OptionalKind,
  optionalKinds,
  readPreferences,
} from '#src/shared/consent.ts';
import { clearCookie, keepForAYear, stored } from '../../app/cookies.ts';

/** Fired at the window by whoever wants the settings opened (the cookies policy), and when choices have changed. */
export const openConsentEvent = 'openCookiePreferences';
export const consentChangedEvent = 'cookiePreferencesChanged';

/** Cookies that go when their kind is declined (specification 2, section 7). */
const cookiesOf: Partial<Record<OptionalKind, string>> = {
  analytics: 'analytics_session',
  marketing: 'marketing_tracking',
};

/** The visitor's choices, or null while there are none that count. */
export function cookiePreferences(): CookiePreferences | null {
  return readPreferences(stored(consentKey), Date.now());
}

/** True where this kind may be used: nothing optional happens before it was chosen (decision 7). */
export function isAllowed(kind: OptionalKind): boolean {
  const preferences = cookiePreferences();
  return preferences?.accepted === true && preferences[kind];
}

/** Keeps the choices in local storage and for a year in a cookie, and clears what was declined. */
export function keepCookiePreferences(chosen: Record<OptionalKind, boolean>): void {
  const preferences: CookiePreferences = {
    necessary: true,
    ...chosen,
    accepted: true,
    timestamp: new Date().toISOString(),
    version: consentVersion,
  };
  keepForAYear(consentKey, consentKey, JSON.stringify(preferences));
  if (!chosen.functional) forgetFunctional();
  for (const kind of optionalKinds) {
    const cookie = cookiesOf[kind];
    if (cookie && !chosen[kind]) clearCookie(cookie);
  }
  window.dispatchEvent(new Event(consentChangedEvent));
}

/** What the functional consent keeps on this device begins with this. */
export const functionalPrefix = 'podium.ballot.';

function forgetFunctional(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(functionalPrefix)) localStorage.removeItem(key);
  } catch {
    // storage is off: nothing was kept
  }
}

export const everything: Record<OptionalKind, boolean> = { functional: true, analytics: true, marketing: true };
export const nothingOptional: Record<OptionalKind, boolean> = { functional: false, analytics: false, marketing: false };
