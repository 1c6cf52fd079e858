export const languages = ['en', 'es', 'fr'] as const;
export type Language = (typeof languages)[number];

/** Each language in its own words, for the picker. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español', fr: 'Français' };

/** The offer to switch, in the language that is offered. */
export const languageOffers: Record<Language, string> = {
  en: 'View in English?',
  es: '¿Ver en español?',
  fr: 'Voir en français\u00a0?',
};

/** Cookie (for the server) and local-storage key (specification 1, section 9) of a chosen language. */
export const languageCookie = 'lang';
export const languageStorageKey = 'i18nextLng';

/** A language tag in the form that this site understands ('es-MX'), if the value is one at all. */
export function asTag(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z]{2,3}([-_][a-z0-9]{1,8})*$/i.test(value)
    ? value.replaceAll('_', '-')
    : undefined;
}

/** The supported language that a tag means ('es-MX' is 'es'), if any. */
export function asLanguage(tag: unknown): Language | undefined {
  const base = asTag(tag)?.toLowerCase().split('-')[0];
  return languages.find((language) => language === base);
}

/** Names the language of the page that a call comes from, so that its answer is in the same. */
export const languageHeader = 'X-Language';

/** What may say which language a visitor reads. */
export interface LanguageSources {
  /** `?lng=`, or the page's language for a call that a page makes. */
  query?: unknown;
  cookie?: unknown;
  /** The signed-in person's preference. */
  preference?: unknown;
}

/**
 * The tag of the language that somebody chose, with its region if it has one: `?lng=`, then the cookie, then the signed-in
 * preference (decision 6). Undefined while nothing was chosen: the page is then English, whatever the browser's language.
 */
export function chosenTag({ query, cookie, preference }: LanguageSources): string | undefined {
  return asTag([query, cookie, preference].find((source) => asLanguage(source) !== undefined));
}

export function chooseLanguage(sources: LanguageSources): Language {
  return asLanguage(chosenTag(sources)) ?? 'en';
}

const rightToLeft = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'ha', 'he', 'khw', 'ks', 'ps', 'sd', 'ur', 'yi']);

/** Which way a language is written. The list is fixed (specification 2, section 2.9). */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return rightToLeft.has(tag.toLowerCase().split(/[-_]/)[0] as string) ? 'rtl' : 'ltr';
}
