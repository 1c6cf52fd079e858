import type { Below } from '#src/i18n/keys.ts';
import { consentKey } from '#src/shared/consent.ts';
import { languageCookie, languageStorageKey } from '#src/shared/languages.ts';
import { currencyKey } from '#src/shared/money.ts';

/** One thing that a browser keeps for the site. Its purpose stands in the locales under `purpose.<id>`. */
export interface Stored {
  id: Below<'cookies', 'purpose'>;
  /** The names under which it is kept; none for what has no name of its own. */
  names: string[];
  where: ('cookie' | 'local' | 'session' | 'worker' | 'none')[];
  duration:
    | 'day'
    | 'choice'
    | 'consent'
    | 'year'
    | 'logout'
    | 'ballot'
    | 'tab'
    | 'none'
    | 'worker'
    | 'halfHour'
    | 'quarter'
    | 'twoYears';
  kind: 'necessary' | 'functional' | 'analytics' | 'marketing' | 'ballot';
}

/** What the site keeps, as the code writes it. */
export const stored: Stored[] = [
  { id: 'session', names: ['podium.sid', '__Host-podium.sid'], where: ['cookie'], duration: 'day', kind: 'necessary' },
  {
    id: 'known',
    names: ['podium.known', '__Host-podium.known'],
    where: ['cookie'],
    duration: 'year',
    kind: 'necessary',
  },
  {
    id: 'language',
    names: [languageCookie, languageStorageKey],
    where: ['cookie', 'local'],
    duration: 'choice',
    kind: 'necessary',
  },
  { id: 'currency', names: [currencyKey], where: ['cookie', 'local'], duration: 'choice', kind: 'necessary' },
  { id: 'consent', names: [consentKey], where: ['cookie', 'local'], duration: 'consent', kind: 'necessary' },
  { id: 'login', names: ['isAuthenticated', 'userEmail'], where: ['local'], duration: 'logout', kind: 'necessary' },
  {
    id: 'code',
    names: ['podium.codeSentAt', 'podium.passwordToken'],
    where: ['session'],
    duration: 'tab',
    kind: 'necessary',
  },
  { id: 'ballot', names: ['podium.ballot'], where: ['session', 'local'], duration: 'ballot', kind: 'ballot' },
  { id: 'offline', names: [], where: ['worker'], duration: 'worker', kind: 'necessary' },
  { id: 'counter', names: [], where: ['none'], duration: 'none', kind: 'analytics' },
];

/** What the site has reserved names for and does not set. */
export const unused: Stored[] = [
  { id: 'theme', names: ['theme'], where: ['cookie'], duration: 'year', kind: 'functional' },
  { id: 'social', names: ['social_login'], where: ['cookie'], duration: 'year', kind: 'functional' },
  { id: 'analytics', names: ['analytics_session'], where: ['cookie'], duration: 'halfHour', kind: 'analytics' },
  { id: 'views', names: ['page_views'], where: ['cookie'], duration: 'twoYears', kind: 'analytics' },
  { id: 'marketing', names: ['marketing_tracking'], where: ['cookie'], duration: 'quarter', kind: 'marketing' },
];
