import type { Winner } from '../contract/index.ts';

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** Where a winner is from, as everybody may see it: 'City, Country', one of both, or 'Anonymous'. */
export function locationOf({ city, country }: Pick<Winner, 'city' | 'country'>): Omit<Winner, 'amount'> {
  const parts = [city, country && countryNames.of(country)].filter(Boolean);
  return { location: parts.join(', ') || 'Anonymous', city, country };
}
