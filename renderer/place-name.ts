import type { Winner } from '../modules/voting/contract.ts';

/**
 * Where a winner is from, in the page's language: 'City, Country', one of both, or an empty text. The server and the browser
 * may know a country by different names: what shows it suppresses the warning of that.
 */
export function placeName(language: string, { city, country }: Pick<Winner, 'city' | 'country'>): string {
  const named = country && new Intl.DisplayNames(language, { type: 'region' }).of(country);
  return [city, named].filter(Boolean).join(', ');
}
