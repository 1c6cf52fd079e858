import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { awardsOf, type ContestBallot, entrantsOf, poolOf, sharesOf, weights } from './awards.ts';

const sumOf = (cents: number[]) => cents.reduce((sum, some) => sum + some, 0);

/** One ballot: its voter is named by the ballot's first letter, so 'a1' and 'a2' are both a's. */
const entry = (ballot: string, accuracy: number, order: number, eligible = true): ContestBallot => ({
  ballot,
  voter: ballot[0] as string,
  accuracy,
  order,
  eligible,
});
const places = (ballots: ContestBallot[]) => entrantsOf(ballots).map(({ ballot }) => ballot);

describe('the pool', () => {
  it('is half of the revenue, rounded down to the cent', () => {
    expect([0, 1, 2, 200, 301].map(poolOf)).toEqual([0, 0, 1, 100, 150]);
  });

  it('goes by weight to the first ten', () => {
    expect(sharesOf(5_500, 10)).toEqual([1_000, 900, 800, 700, 600, 500, 400, 300, 200, 100]);
    expect(sharesOf(5_500, 5_000)).toEqual(sharesOf(5_500, 10));
    expect(sharesOf(1_900, 2)).toEqual([1_000, 900]);
    expect(sharesOf(777, 1)).toEqual([777]);
    expect(sharesOf(777, 0)).toEqual([]);
  });

  it('gives a cent that is left to the largest remainder', () => {
    // 37 1/27, 33 9/27, 29 17/27.
    expect(sharesOf(100, 3)).toEqual([37, 33, 30]);
  });

  it('gives it to the better place when remainders are equal', () => {
    // 2.50, 2.25, 2.00, 1.75, 1.50: of the two cents left one goes to the fourth, and the first and the fifth are equal.
    expect(sharesOf(10, 5)).toEqual([3, 2, 2, 2, 1]);
  });

  it('is shared out exactly, and never more to a worse place, whatever the revenue', () => {
    const pool = fc.oneof(fc.nat({ max: 200 }), fc.nat({ max: 50_000_000_000 }));
    fc.assert(
      fc.property(pool, fc.integer({ min: 1, max: 12 }), (cents, winners) => {
        const shares = sharesOf(cents, winners);
        expect(shares).toHaveLength(Math.min(10, winners));
        expect(shares.every((share) => Number.isSafeInteger(share) && share >= 0)).toBe(true);
        expect(sumOf(shares)).toBe(cents);
        expect(shares).toEqual(shares.toSorted((a, b) => b - a));
        const total = sumOf(weights.slice(0, winners));
        for (const [index, share] of shares.entries())
          expect(Math.abs(share - (cents * (weights[index] as number)) / total)).toBeLessThan(1);
      }),
    );
  });
});

describe('a contest', () => {
  it('is ordered by accuracy, equals by who was earlier', () => {
    expect(places([entry('a', 20, 2), entry('b', 30, 1), entry('c', 20, 1), entry('d', 30, 2)])).toEqual([
      ...['b', 'd'],
      ...['c', 'a'],
    ]);
  });

  it('takes each voter’s best ballot only, the earlier one of equals', () => {
    expect(places([entry('a1', 12, 1), entry('b1', 15, 1), entry('a2', 20, 3), entry('a3', 20, 2)])).toEqual([
      'a3',
      'b1',
    ]);
  });

  it('is without those who may not win and those who came close nowhere', () => {
    expect(places([entry('a', 25, 1, false), entry('b', 0, 1), entry('c', 1, 1)])).toEqual(['c']);
  });

  it('awards the first ten, who share as if nobody came after them', () => {
    const ballots = [...'abcdefghijkl'].map((voter, index) => entry(voter, 50 - index, 1));
    const awards = awardsOf(5_500, ballots);
    expect(awards.map(({ voter }) => voter).join('')).toBe('abcdefghij');
    expect(awards[0]).toEqual({ ballot: 'a', voter: 'a', accuracy: 50, cents: 1_000, place: 1 });
    expect(awards[9]).toEqual({ ballot: 'j', voter: 'j', accuracy: 41, cents: 100, place: 10 });
  });

  it('has no awards of nothing: neither from an empty pool nor from one of fewer cents than winners', () => {
    const ballots = [entry('a', 20, 1), entry('b', 20, 2), entry('c', 20, 3)];
    expect(awardsOf(0, ballots)).toEqual([]);
    expect(awardsOf(2, ballots).map(({ voter, cents }) => [voter, cents])).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
    // The smallest pool that one sale makes has a cent for all ten.
    expect(sharesOf(poolOf(200), 10).every((cents) => cents > 0)).toBe(true);
  });

  it('without an entry awards nothing', () => {
    expect(awardsOf(5_500, [entry('a', 25, 1, false), entry('b', 0, 1)])).toEqual([]);
  });

  it('awards its pool to the cent whatever the revenue and however many are equal, once a voter', () => {
    const ballot = fc.record({
      voter: fc.integer({ min: 1, max: 15 }),
      accuracy: fc.oneof(fc.constant(24), fc.integer({ min: 0, max: 27 })),
      eligible: fc.integer({ min: 0, max: 3 }).map((n) => n > 0),
    });
    fc.assert(
      fc.property(fc.nat({ max: 2_000_000 }), fc.array(ballot, { maxLength: 40 }), (revenue, cast) => {
        const ballots = cast.map((one, order) => ({ ...one, ballot: order, order }));
        const awards = awardsOf(poolOf(revenue), ballots);
        const entered = ballots.some(({ eligible, accuracy }) => eligible && accuracy > 0);
        expect(sumOf(awards.map(({ cents }) => cents))).toBe(entered ? poolOf(revenue) : 0);
        expect(new Set(awards.map(({ voter }) => voter)).size).toBe(awards.length);
        expect(awards.map(({ place }) => place)).toEqual(awards.map((_, index) => index + 1));
        for (const { accuracy, ballot } of awards) expect(ballots[ballot]).toMatchObject({ accuracy, eligible: true });
      }),
    );
  });
});
