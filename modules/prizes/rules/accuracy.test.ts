import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countPlaces } from '#modules/voting/rules/tally.ts';
import { accuracyOf, explainAccuracy, placeAccuracy } from './accuracy.ts';
import { prizeRanking, type Ranks } from './ranking.ts';

/** A crowd that has the listed choices on ranks 1, 2, 3 … */
const crowd =
  (...order: number[]): Ranks =>
  (choiceId) =>
    order.indexOf(choiceId) + 1 || null;

describe('the accuracy of a ballot', () => {
  it('is what each place is worth less the distance to the others’ rank', () => {
    // 10 − 0, 9 − 1, 8 − 2.
    expect(accuracyOf([1, 2, 3], crowd(1, 9, 2, 8, 3))).toBe(24);
  });

  it('is 27, 40 and 55 at best', () => {
    const order = [5, 3, 8, 1, 9, 2, 7, 4, 6, 10];
    expect([3, 5, 10].map((size) => accuracyOf(order.slice(0, size), crowd(...order)))).toEqual([27, 40, 55]);
  });

  it('never takes away for a place that is far off', () => {
    // 10 − 29 and 1 − 9 would be below 0.
    expect([placeAccuracy(1, 30), placeAccuracy(10, 1), placeAccuracy(1, 10), placeAccuracy(1, 11)]).toEqual([
      0, 0, 1, 0,
    ]);
  });

  it('gives nothing for a choice that nobody else ranked', () => {
    expect(accuracyOf([7, 1], crowd(1))).toBe(8);
    expect(explainAccuracy([7, 1], crowd(1))).toEqual([
      { choiceId: 7, place: 1, rank: null, points: 0 },
      { choiceId: 1, place: 2, rank: 1, points: 8 },
    ]);
  });

  it('is 0 for a voter who is alone, whose ballot would else be measured against itself', () => {
    const { ranksWithout } = prizeRanking([1, 2, 3], countPlaces([[3, 1]]));
    expect(accuracyOf([3, 1], ranksWithout([3, 1]))).toBe(0);
    expect(accuracyOf([1, 2, 3], ranksWithout([3, 1]))).toBe(0);
  });

  it('is the sum of its explanation', () => {
    const ids = [...Array(14).keys()];
    const ballot = fc.shuffledSubarray(ids, { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(ballot, fc.shuffledSubarray(ids), (ranking, order) => {
        const explained = explainAccuracy(ranking, crowd(...order));
        expect(explained.map(({ choiceId }) => choiceId)).toEqual(ranking);
        expect(explained.reduce((sum, { points }) => sum + points, 0)).toBe(accuracyOf(ranking, crowd(...order)));
      }),
    );
  });
});
