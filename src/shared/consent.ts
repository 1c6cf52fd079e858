/** Local-storage key and cookie of a visitor's choices about cookies (specification 2, section 7). */
export const consentKey = 'cookiePreferences';

/** Names the text that was agreed to. Another one asks everybody again. */
export const consentVersion = '1';

export const optionalKinds = ['functional', 'analytics', 'marketing'] as const;
export type OptionalKind = (typeof optionalKinds)[number];

/** As it is stored (specification 2, section 3). Necessary ones cannot be declined. */
export interface CookiePreferences extends Record<OptionalKind, boolean> {
  necessary: true;
  /** False: the banner was answered, but asks again. */
  accepted: boolean;
  /** When it was answered: ISO 8601, UTC. */
  timestamp: string;
  version: string;
}

export const consentDays = 365;

/** What was stored, as long as it counts: of the present version, and not older than a year (decision 7). */
export function readPreferences(stored: string | null | undefined, now: number): CookiePreferences | null {
  if (!stored || stored.length > 500) return null;
  try {
    const found = JSON.parse(stored) as Partial<CookiePreferences> | null;
    const age = now - Date.parse(found?.timestamp ?? '');
    if (found?.version !== consentVersion || !(age < consentDays * 86_400_000)) return null;
    const chosen = Object.fromEntries(optionalKinds.map((kind) => [kind, found[kind] === true]));
    return {
      ...(chosen as Record<OptionalKind, boolean>),
      necessary: true,
      accepted: found.accepted === true,
      timestamp: found.timestamp as string,
      version: consentVersion,
    };
  } catch {
    return null; // not ours, or broken
  }
}
