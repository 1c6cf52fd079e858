export const languages = ['en', 'es', 'fr'] as const;
export type Language = (typeof languages)[number];

/** Each language in its own words, for the picker. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español', fr: 'Français' };

/** Cookie (for the server) and local-storage key (specification 1, section 9) of a chosen language. */
export const languageCookie = 'lang';
export const languageStorageKey = 'i18nextLng';

/** The supported language that a tag means ('es-MX' is 'es'), if any. */
export function asLanguage(tag: unknown): Language | undefined {
  const base = typeof tag === 'string' ? tag.toLowerCase().split(/[-_]/)[0] : undefined;
  return languages.find((language) => language === base);
}

/** Names the language of the page that a call comes from, so that its answer is in the same. */
export const languageHeader = 'X-Language';

/** Decision 6: `?lng=` (or the page's, for a call that a page makes), then the cookie, then the signed-in preference, then English. Never the browser's own language. */
export function chooseLanguage(query: unknown, cookie: unknown, preference: unknown): Language {
  return asLanguage(query) ?? asLanguage(cookie) ?? asLanguage(preference) ?? 'en';
}
