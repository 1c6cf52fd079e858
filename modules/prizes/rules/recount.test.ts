import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bundleOf, type Cast, type Crowd } from '#tests/factories/bundles.ts';
import type { Bundle, BundleBallot, Size } from './bundle.ts';
import { mismatchesKept } from './check.ts';
import { type Recounted, recount, recounting } from './recount.ts';

const crowd: fc.Arbitrary<Crowd> = fc
  .uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 2, maxLength: 12 })
  .chain((choiceIds) => {
    const cast = fc.constantFrom<Size>(3, 5, 10).chain((tier) =>
      fc.record({
        voter: fc.integer({ min: 1, max: 14 }),
        tier: fc.constant(tier),
        paid: fc.boolean(),
        ranking: fc.shuffledSubarray(choiceIds, { minLength: 1, maxLength: Math.min(tier, choiceIds.length) }),
      }),
    );
    return fc.record({
      choiceIds: fc.constant(choiceIds),
      cast: fc.array(cast, { maxLength: 40, size: 'max' }),
      barred: fc.uniqueArray(fc.integer({ min: 1, max: 14 }), { maxLength: 4 }),
    });
  });
const awarded = crowd.map(bundleOf).filter(({ awards }) => awards.length > 0);

const checked = (bundle: Bundle) => recount(bundle) as Recounted;
const pick = <T>(list: readonly T[], which: number): T => list[which % list.length] as T;
/** The bundle with one row of a list replaced. */
const changed = <List extends 'ballots' | 'results' | 'awards' | 'pools'>(
  bundle: Bundle,
  list: List,
  row: Bundle[List][number],
  change: Partial<Bundle[List][number]>,
): Bundle => ({
  ...bundle,
  [list]: (bundle[list] as unknown[]).map((one) => (one === row ? { ...row, ...change } : one)),
});

describe('a recount', () => {
  it('finds what an independent count of the same ballots found', () => {
    const met = { awards: 0, ties: 0 };
    fc.assert(
      fc.property(crowd, (given) => {
        const bundle = bundleOf(given);
        const found = checked(bundle);
        expect([found.results, found.accuracies, found.pools, found.awards].flatMap((c) => c.mismatches)).toEqual([]);
        expect(found).toMatchObject({
          ...{ matches: true, ballots: given.cast.length, voters: new Set(given.cast.map(({ voter }) => voter)).size },
          results: { compared: given.choiceIds.length, wrong: 0 },
          accuracies: { compared: given.cast.length, wrong: 0 },
          pools: { compared: 3, wrong: 0 },
          awards: { compared: bundle.awards.length, wrong: 0 },
        });
        met.awards += bundle.awards.length;
        met.ties += bundle.ballots.filter(({ order, accuracy }) => order > 1 && accuracy > 0).length;
      }),
    );
    expect(met.awards).toBeGreaterThan(100);
    expect(met.ties).toBeGreaterThan(100);
  });

  const other = (value: number, by: number) => value + (by > 0 || value + by >= 0 ? by : -by);
  const changes: [string, keyof Omit<Recounted, 'matches'>, (bundle: Bundle, which: number, by: number) => Bundle][] = [
    [
      'accuracy of a ballot',
      'accuracies',
      (b, which, by) => {
        const ballot = pick(b.ballots, which);
        return changed(b, 'ballots', ballot, { accuracy: other(ballot.accuracy, by) });
      },
    ],
    [
      'order of a ballot',
      'accuracies',
      (b, which, by) => {
        const ballot = pick(b.ballots, which);
        return changed(b, 'ballots', ballot, { order: other(ballot.order, by) });
      },
    ],
    [
      'choice of the first ballot of a voter',
      'accuracies',
      (b, which) => {
        const ballot = pick(b.ballots, which);
        return changed(b, 'ballots', ballot, { reference: !ballot.reference });
      },
    ],
    [
      'right of a winner to win',
      'awards',
      (b, which) => {
        const { ballot } = pick(b.awards, which);
        const won = b.ballots.find((one) => one.ballot === ballot) as BundleBallot;
        return changed(b, 'ballots', won, { eligible: false });
      },
    ],
    [
      'cents of an award',
      'awards',
      (b, which, by) => {
        const award = pick(b.awards, which);
        return changed(b, 'awards', award, { cents: other(award.cents, by) });
      },
    ],
    ['winner of an award', 'awards', (b, which) => changed(b, 'awards', pick(b.awards, which), { voter: 'nobody' })],
    ['award left out', 'awards', (b, which) => ({ ...b, awards: b.awards.toSpliced(which % b.awards.length, 1) })],
    ['award given twice', 'awards', (b, which) => ({ ...b, awards: [...b.awards, pick(b.awards, which)] })],
    [
      'points of a choice',
      'results',
      (b, which, by) => {
        const row = pick(b.results, which);
        return changed(b, 'results', row, { totalPoints: other(row.totalPoints, by) });
      },
    ],
    [
      'votes of a choice',
      'results',
      (b, which, by) => {
        const row = pick(b.results, which);
        return changed(b, 'results', row, { totalVotes: other(row.totalVotes, by) });
      },
    ],
    ['ballot left out', 'results', (b, which) => ({ ...b, ballots: b.ballots.toSpliced(which % b.ballots.length, 1) })],
    ['ballot listed twice', 'results', (b, which) => ({ ...b, ballots: [...b.ballots, pick(b.ballots, which)] })],
    [
      'ballot for a choice that is none',
      'results',
      (b, which) =>
        changed(b, 'ballots', pick(b.ballots, which), { ranking: [...pick(b.ballots, which).ranking, 100] }),
    ],
    [
      'cents of a pool',
      'pools',
      (b, which, by) => {
        const pool = pick(b.pools, which);
        return changed(b, 'pools', pool, { poolCents: other(pool.poolCents, by) });
      },
    ],
    ['pool left out', 'pools', (b, which) => ({ ...b, pools: b.pools.toSpliced(which % 3, 1) })],
    [
      'revenue where nobody paid',
      'pools',
      (b, which) => {
        const { tier } = pick(b.awards, which);
        return { ...b, ballots: b.ballots.map((one) => (one.tier === tier ? { ...one, paid: false } : one)) };
      },
    ],
  ];
  const number = fc.integer({ min: -30, max: 30 }).filter((number) => number !== 0);
  for (const [what, check, change] of changes) {
    it(`finds a change of one thing: ${what}`, () => {
      fc.assert(
        fc.property(awarded, fc.nat(), number, (bundle, which, amount) => {
          const found = checked(change(bundle, which, amount));
          expect(found.matches).toBe(false);
          expect((found[check] as Recounted['awards']).wrong).toBeGreaterThan(0);
        }),
        { numRuns: 60 },
      );
    });
  }

  it('finds a ballot that counts twice, by whatever the results say', () => {
    const cast: Cast[] = [1, 2, 2].map((voter) => ({ voter, tier: 3, paid: false, ranking: [7, 8] }));
    const bundle = bundleOf({ choiceIds: [7, 8], cast, barred: [] });
    const twice = changed(bundle, 'ballots', bundle.ballots[2] as BundleBallot, { ballot: 'b1' });
    expect(checked(twice).results).toMatchObject({ wrong: 1, mismatches: [{ what: 'ballots[b1]' }] });
  });

  it('judges the awards by the accuracy that it found, not by what a ballot is said to have', () => {
    fc.assert(
      fc.property(awarded, fc.nat(), fc.integer({ min: 1, max: 55 }), (bundle, which, accuracy) => {
        const found = checked(changed(bundle, 'ballots', pick(bundle.ballots, which), { accuracy }));
        expect(found.awards.mismatches).toEqual([]);
      }),
    );
  });

  it('says where, what was said and what it found', () => {
    const cast: Cast[] = [1, 2, 3].map((voter) => ({ voter, tier: 3, paid: true, ranking: [7, 8] }));
    const bundle = bundleOf({ choiceIds: [7, 8], cast, barred: [] });
    const award = bundle.awards[0] as Bundle['awards'][number];
    expect(award).toEqual({ tier: 3, ballot: 'b0', voter: 'v1', accuracy: 19, cents: 111 });
    expect(checked(changed(bundle, 'awards', award, { cents: 300 })).awards).toEqual({
      ...{ compared: 3, wrong: 1 },
      mismatches: [{ what: 'awards[3 b0].cents', said: 300, found: 111 }],
    });
  });

  it('keeps the first mismatches and counts the others', () => {
    const cast: Cast[] = [...Array(30).keys()].map((voter) => ({ voter, tier: 3, paid: false, ranking: [7, 8] }));
    const bundle = bundleOf({ choiceIds: [7, 8], cast, barred: [] });
    const { accuracies } = checked({ ...bundle, ballots: bundle.ballots.map((one) => ({ ...one, accuracy: 1 })) });
    expect(accuracies.wrong).toBe(30);
    expect(accuracies.mismatches).toHaveLength(mismatchesKept);
  });

  it('tells a rule that it does not know from a bundle that is wrong', () => {
    expect(recount({ ...bundleOf({ choiceIds: [7], cast: [], barred: [] }), ruleVersion: 2 })).toEqual({
      unknownRule: true,
    });
  });

  it('pauses between portions of the ballots and says what part is done', () => {
    const cast: Cast[] = [{ voter: 1, tier: 3, paid: false, ranking: [7, 8] }];
    const small = bundleOf({ choiceIds: [7, 8], cast, barred: [] });
    const ballots = [...Array(12_000).keys()].map((order) => ({
      ...(small.ballots[0] as BundleBallot),
      ...{ ballot: `b${order}`, voter: `v${order}`, order: order + 1, accuracy: 19 },
    }));
    const results = [
      { id: 7, rank: 1, totalPoints: 120_000, totalVotes: 12_000 },
      { id: 8, rank: 2, totalPoints: 108_000, totalVotes: 12_000 },
    ];
    const said: number[] = [];
    expect(recount({ ...small, ballots, results }, (done) => said.push(done))).toMatchObject({ matches: true });
    expect(said.length).toBeGreaterThan(8);
    expect(said).toEqual(said.toSorted((a, b) => a - b));
    expect([said[0], said.at(-1)].map((done) => Math.round(done ?? -1))).toEqual([0, 1]);
    expect([...recounting({ ...small, ballots, results })]).toEqual(said);
  });
});
