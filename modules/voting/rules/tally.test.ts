import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countPlaces, pointsOf, tally } from './tally.ts';

const ranked = (choiceIds: number[], rankings: number[][]) =>
  tally(choiceIds, countPlaces(rankings)).map(({ choiceId, rank, totalPoints, totalVotes }) => [
    choiceId,
    rank,
    totalPoints,
    totalVotes,
  ]);

describe('the crowd’s ranking', () => {
  it('gives 10 points to the first place and 1 to the tenth', () => {
    expect([1, 2, 9, 10].map(pointsOf)).toEqual([10, 9, 2, 1]);
  });

  it('adds points up over ballots of any length', () => {
    expect(ranked([1, 2, 3], [[1, 2, 3], [2, 1], [2]])).toEqual([
      [2, 1, 29, 3],
      [1, 2, 19, 2],
      [3, 3, 8, 1],
    ]);
  });

  it('puts more first places before fewer at equal points', () => {
    // 5 and 6 have 18 points each: 5 twice on place two, 6 once on one and once on three.
    const rows = ranked(
      [5, 6, 7, 8],
      [
        [7, 5, 6],
        [6, 5, 8],
      ],
    );
    expect(rows.map(([id]) => id)).toEqual([6, 5, 7, 8]);
    expect(rows[0]?.[2]).toBe(rows[1]?.[2]);
  });

  it('falls back to the smaller number when everything is equal', () => {
    expect(
      ranked(
        [4, 3],
        [
          [4, 3],
          [3, 4],
        ],
      ).map(([id]) => id),
    ).toEqual([3, 4]);
  });

  it('lists a choice that nobody ranked last, with nothing', () => {
    expect(ranked([1, 2, 3], [[3]])).toEqual([
      [3, 1, 10, 1],
      [1, 2, 0, 0],
      [2, 3, 0, 0],
    ]);
  });

  it('ranks all choices from 1 without gaps, never more points before fewer, for any ballots', () => {
    const ids = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
    const ballot = fc.shuffledSubarray(ids, { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(fc.array(ballot, { maxLength: 60 }), (ballots) => {
        const rows = tally(ids, countPlaces(ballots));
        expect(rows.map((row) => row.rank)).toEqual(ids.map((_, index) => index + 1));
        expect(rows.map((row) => row.choiceId).sort((a, b) => a - b)).toEqual(ids);
        for (const [index, row] of rows.entries()) {
          if (index > 0) expect(row.totalPoints).toBeLessThanOrEqual(rows[index - 1]?.totalPoints ?? 0);
          expect(row.totalVotes).toBe(ballots.filter((b) => b.includes(row.choiceId)).length);
        }
        const given = ballots.flatMap((b) => b.map((_, index) => 10 - index)).reduce((a, b) => a + b, 0);
        expect(rows.reduce((sum, row) => sum + row.totalPoints, 0)).toBe(given);
      }),
    );
  });
});
