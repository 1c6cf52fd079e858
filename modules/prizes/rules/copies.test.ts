import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countPlaces } from '#modules/voting/rules/tally.ts';
import { accuracyOf } from './accuracy.ts';
import { entrantsOf } from './awards.ts';
import { prizeRanking } from './ranking.ts';

const choiceIds = [1, 2, 3, 4, 5, 6, 7, 8];

interface Cast {
  voter: number;
  ranking: number[];
}

/** Ballots of one tier in the order of time, with what they reach. */
function decide(cast: Cast[]) {
  const first = new Map(cast.toReversed().map(({ voter, ranking }) => [voter, ranking]));
  const { ranksWithout } = prizeRanking(choiceIds, countPlaces(first.values()));
  const ballots = cast.map(({ voter, ranking }, order) => {
    const accuracy = accuracyOf(ranking, ranksWithout(first.get(voter) ?? null));
    return { ballot: order, voter, accuracy, order, eligible: true };
  });
  return { ballots, places: entrantsOf(ballots).map(({ voter, ballot }) => [voter, ballot]) };
}

const cast: fc.Arbitrary<Cast> = fc.record({
  voter: fc.integer({ min: 1, max: 8 }),
  ranking: fc.shuffledSubarray(choiceIds, { minLength: 1, maxLength: 5 }),
});

it('copies of a ballot, however many are bought, move nobody’s accuracy and nobody’s place', () => {
  fc.assert(
    fc.property(
      fc.array(cast, { minLength: 1, maxLength: 20 }),
      fc.nat(),
      fc.integer({ min: 1, max: 40 }),
      (before, which, copies) => {
        const bought = before[which % before.length] as Cast;
        const without = decide(before);
        const after = decide([...before, ...new Array<Cast>(copies).fill(bought)]);
        expect(after.ballots.slice(0, before.length)).toEqual(without.ballots);
        for (const copy of after.ballots.slice(before.length))
          expect(copy.accuracy).toBe(without.ballots[which % before.length]?.accuracy);
        expect(after.places).toEqual(without.places);
      },
    ),
  );
});

it('a voter cannot draw the measure towards a ballot by casting it first', () => {
  fc.assert(
    fc.property(fc.array(cast, { maxLength: 12 }), cast, cast, (others, one, another) => {
      const own = 99;
      const last = (first: Cast) => {
        const everything = [...others, { ...first, voter: own }, { ...one, voter: own }];
        return decide(everything).ballots.at(-1)?.accuracy;
      };
      expect(last(one)).toBe(last(another));
    }),
  );
});
