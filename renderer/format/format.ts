import type { Winner } from '#modules/prizes/contract/index.ts';

const numberFormats = new Map<string, Intl.NumberFormat>();

/** A number in the digits and groups of a language. Formatters are dear to make, so one is kept for each language. */
export function formatNumber(language: string, value: number): string {
  let format = numberFormats.get(language);
  if (!format) {
    format = new Intl.NumberFormat(language);
    numberFormats.set(language, format);
  }
  return format.format(value);
}

/**
 * Where a winner is from, in the page's language: 'City, Country', one of both, or an empty text. The server and the browser
 * may know a country by different names: what shows it suppresses the warning of that.
 */
export function placeName(language: string, { city, country }: Pick<Winner, 'city' | 'country'>): string {
  const named = country && new Intl.DisplayNames(language, { type: 'region' }).of(country);
  return [city, named].filter(Boolean).join(', ');
}
