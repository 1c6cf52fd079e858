import { type Language, languageCookie, languageStorageKey } from '#src/shared/languages.ts';
import { fetchApi } from '../data/api.ts';
import { keepForAYear } from './cookies.ts';

/** Writes the choice where it is looked for (decision 6). With its region, if it has one: the currency is derived from it. */
export function keepLanguage(tag: string): void {
  keepForAYear(languageCookie, languageStorageKey, tag);
}

/** Keeps the choice, for somebody who is signed in with the account too, and loads the page again in that language. */
export async function switchLanguage(language: Language, signedIn: boolean): Promise<void> {
  keepLanguage(language);
  if (signedIn) {
    // The cookie alone switches this browser; where the account could not be reached, the others stay as they were.
    await fetchApi('/api/users/preferences', { method: 'PUT', body: { preferredLanguage: language } }).catch(() => {});
  }
  const address = new URL(location.href);
  address.searchParams.delete('lng');
  if (address.href === location.href) location.reload();
  else location.replace(address);
}
