import type { Winner } from '../voting/contract.ts';

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** Where a winner is from, as everybody may see it: 'City, Country', one of both, or 'Anonymous'. */
export function locationOf(place: { city: string | null; country: string | null } | undefined): Omit<Winner, 'amount'> {
  const { city = null, country = null } = place ?? {};
  const parts = [city, country && countryNames.of(country)].filter(Boolean);
  return { location: parts.join(', ') || 'Anonymous', city, country };
}
