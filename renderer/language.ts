import { type Language, languageCookie, languageStorageKey } from '../src/shared/languages.ts';

const yearSeconds = 365 * 24 * 60 * 60;

/** Writes the choice where it is looked for (decision 6). */
export function keepLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${languageCookie}=${language}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
  try {
    localStorage.setItem(languageStorageKey, language);
  } catch {
    // storage is off: the cookie is enough
  }
}

/** Keeps the choice and loads the page again in that language. */
export function switchLanguage(language: Language): void {
  keepLanguage(language);
  const address = new URL(location.href);
  address.searchParams.delete('lng');
  if (address.href === location.href) location.reload();
  else location.replace(address);
}
