import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countPlaces, tally } from '#modules/voting/rules/tally.ts';
import { prizeRanking } from './ranking.ts';

/** The ranks of the choices among the ballots, the ballot at `own` left out. */
function ranksOf(choiceIds: number[], ballots: number[][], own: number | null): (number | null)[] {
  const { ranksWithout } = prizeRanking(choiceIds, countPlaces(ballots));
  return choiceIds.map(ranksWithout(own === null ? null : (ballots[own] as number[])));
}

describe('the prize ranking', () => {
  it('is that of the others: the voter’s own ballot is left out', () => {
    const ballots = [[1, 2, 3], [2, 1], [2]];
    // 2 has 29 points, 1 has 19, 3 has 8.
    expect(ranksOf([1, 2, 3], ballots, null)).toEqual([2, 1, 3]);
    // Without the first ballot: 2 has 20, 1 has 9, and nobody else ranked 3.
    expect(ranksOf([1, 2, 3], ballots, 0)).toEqual([2, 1, null]);
    // Without the last: 1 and 2 have 19 each and the same places, so the smaller id is first.
    expect(ranksOf([1, 2, 3], ballots, 2)).toEqual([1, 2, 3]);
  });

  it('puts more first places before fewer at equal points, then more second places', () => {
    // 5 has 18 points by two second places, 6 has 18 by a first and a third.
    const ballots = [[7, 5, 6], [6, 5, 8], [8]];
    expect(ranksOf([5, 6, 7, 8], ballots, 2)).toEqual([2, 1, 3, 4]);
  });

  it('falls back to the smaller id when everything is equal, however the choices are listed', () => {
    expect(
      ranksOf(
        [9, 4, 3],
        [
          [4, 3],
          [3, 4],
          [9, 4, 3],
        ],
        2,
      ),
    ).toEqual([null, 2, 1]);
  });

  it('knows no rank of a choice that is none of the topic’s', () => {
    expect(prizeRanking([1, 2], countPlaces([[1, 2]])).ranksWithout(null)(3)).toBeNull();
  });

  it('has nothing for a voter who is alone', () => {
    expect(ranksOf([1, 2, 3], [[3, 1]], 0)).toEqual([null, null, null]);
  });

  it('refuses a ballot that it has not counted, and goes on as before', () => {
    const { ranksWithout } = prizeRanking([1, 2], countPlaces([[1, 2]]));
    expect(() => ranksWithout([1, 1])).toThrow(RangeError);
    expect(() => ranksWithout([2, 1])).toThrow(RangeError);
    expect([1, 2].map(ranksWithout(null))).toEqual([1, 2]);
  });

  it('stays what it was when counting goes on', () => {
    const counts = countPlaces([
      [2, 1],
      [1, 2],
    ]);
    const { ranksWithout } = prizeRanking([1, 2], counts);
    countPlaces([[2, 1]], counts);
    expect([1, 2].map(ranksWithout(null))).toEqual([1, 2]);
  });

  it('is what the tally says of the other voters’ ballots, for every voter, asked in any order', () => {
    const crowd = fc
      .uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 2, maxLength: 30 })
      .chain((choiceIds) => {
        const ballot = fc.shuffledSubarray(choiceIds, { minLength: 1, maxLength: Math.min(10, choiceIds.length) });
        const ballots = fc.array(ballot, { minLength: 1, maxLength: 25 });
        return fc.record({ choiceIds: fc.constant(choiceIds), ballots, asked: fc.array(fc.nat(), { minLength: 1 }) });
      });
    fc.assert(
      fc.property(crowd, ({ choiceIds, ballots, asked: numbers }) => {
        const asked = numbers.map((number) => number % ballots.length);
        const { ranksWithout } = prizeRanking(choiceIds, countPlaces(ballots));
        const answers = asked.map((own) => ranksWithout(ballots[own] as number[]));
        for (const [index, own] of asked.entries()) {
          const rows = tally(choiceIds, countPlaces(ballots.toSpliced(own, 1)));
          const expected = rows.map(({ choiceId, rank, totalPoints }) => [choiceId, totalPoints > 0 ? rank : null]);
          expect(rows.map(({ choiceId }) => [choiceId, answers[index]?.(choiceId)])).toEqual(expected);
        }
      }),
    );
  });
});
