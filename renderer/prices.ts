import { type Tier, tiers } from '../modules/voting/rules/tiers.ts';

/** What a paid ballot of each tier costs, in US cents (decision 4). */
export const tierCents: Record<Tier, number> = { top3: 200, top5: 300, top10: 1000 };

/** US dollars as the product writes them: the sign before the number, cents only where there are some. */
export function formatUsd(language: string, cents: number): string {
  const digits = cents % 100 === 0 ? 0 : 2;
  return `$${new Intl.NumberFormat(language, { minimumFractionDigits: digits }).format(cents / 100)}`;
}

/** The price of a paid ballot of each tier, as the static pages name it. */
export function tierPrices(language: string): Record<Tier, string> {
  return Object.fromEntries(tiers.map((tier) => [tier, formatUsd(language, tierCents[tier])])) as Record<Tier, string>;
}

/** All prices in one phrase: '$2, $3 or $10'. */
export function listOfPrices(language: string): string {
  return new Intl.ListFormat(language, { type: 'disjunction' }).format(Object.values(tierPrices(language)));
}
