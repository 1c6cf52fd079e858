import type { TopicPrizes } from '#modules/prizes/contract/index.ts';
import type { Bundle } from '#modules/prizes/rules/bundle.ts';
import { type Check, compareRows, newCheck } from '#modules/prizes/rules/check.ts';
import type { ResultRow } from '#modules/voting/contract/index.ts';
import { tierSizes } from '#modules/voting/rules/tiers.ts';

/**
 * Holds what the site shows against the bundle: a bundle that is right in itself proves nothing about another ranking. Awards
 * have no names on either side; they are known by tier and place, which is their order in the bundle.
 */
export function compareShown(bundle: Bundle, results: ResultRow[], prizes: TopicPrizes): Check {
  const check = newCheck();
  const rows = results.map(({ id, rank, totalPoints, totalVotes }) => ({ id, rank, totalPoints, totalVotes }));
  compareRows(check, 'shown results', rows, bundle.results, ({ id }) => id);
  const pools = prizes.pools.map(({ tier, revenueCents, poolCents }) => ({
    tier: tierSizes[tier],
    revenueCents,
    poolCents,
  }));
  compareRows(check, 'shown pools', pools, bundle.pools, ({ tier }) => tier);
  const shown = prizes.pools.flatMap(({ tier, awards }) =>
    awards.map(({ place, accuracy, cents }) => ({ tier: tierSizes[tier] as number, place, accuracy, cents })),
  );
  const placesTaken = new Map<number, number>();
  const published = bundle.awards.map(({ tier, accuracy, cents }) => {
    const place = (placesTaken.get(tier) ?? 0) + 1;
    placesTaken.set(tier, place);
    return { tier: tier as number, place, accuracy, cents };
  });
  compareRows(check, 'shown awards', shown, published, ({ tier, place }) => `${tier} ${place}`);
  return check;
}
