import { expect, it } from 'vitest';
import type { TopicPrizes } from '#modules/prizes/contract/index.ts';
import type { ResultRow } from '#modules/voting/contract/index.ts';
import { tierOfSize } from '#modules/voting/rules/tiers.ts';
import { bundleOf } from '#tests/factories/bundles.ts';
import { compareShown } from './shown.ts';

const bundle = bundleOf({
  choiceIds: [1, 2, 3],
  cast: [1, 2, 3].map((voter) => ({ voter, tier: 3, paid: true, ranking: [voter, (voter % 3) + 1] })),
  barred: [],
});

const results: ResultRow[] = bundle.results.map((row) => ({ ...row, name: '', description: '', places: [] }));
const prizes: TopicPrizes = {
  ...{ ruleVersion: 1, finalizedAt: '', ballots: 3, voters: 3, recountable: true },
  pools: bundle.pools.map(({ tier, revenueCents, poolCents }) => ({
    ...{ tier: tierOfSize(tier), revenueCents, poolCents, ballots: 0, entrants: 0 },
    awards: bundle.awards
      .filter((award) => award.tier === tier)
      .map(({ accuracy, cents }, index) => ({
        ...{ location: '', city: null, country: null, mine: false },
        ...{ place: index + 1, accuracy, cents },
      })),
  })),
};

it('a site that shows what the bundle says differs nowhere', () => {
  expect(bundle.awards.length).toBeGreaterThan(0);
  expect(compareShown(bundle, results, prizes)).toEqual({
    compared: results.length + 3 + bundle.awards.length,
    wrong: 0,
    mismatches: [],
  });
});

it('another winner, another award and another pool are found', () => {
  const [first, ...others] = results as [ResultRow, ...ResultRow[]];
  expect(
    compareShown(bundle, [{ ...first, totalPoints: first.totalPoints + 1 }, ...others], prizes).mismatches,
  ).toEqual([
    { what: `shown results[${first.id}].totalPoints`, said: first.totalPoints + 1, found: first.totalPoints },
  ]);
  const [pool, ...rest] = prizes.pools as [TopicPrizes['pools'][number], ...TopicPrizes['pools']];
  const fewer = { ...prizes, pools: [{ ...pool, poolCents: 1, awards: pool.awards.slice(1) }, ...rest] };
  expect(compareShown(bundle, results, fewer).mismatches.map(({ what }) => what)).toEqual([
    'shown pools[3].poolCents',
    'shown awards[3 1]',
  ]);
});
