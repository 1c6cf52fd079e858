import { accuracyOf as accuracyOfBallot, placeAccuracy } from '#modules/prizes/rules/accuracy.ts';
import { sharesOf, weights } from '#modules/prizes/rules/awards.ts';

/** The example that goes through the page: a Top 3 ballot, its choices named in the locales, and where the crowd has them. */
export const exampleBallot = [
  { fruit: 'cherry', place: 1, rank: 1 },
  { fruit: 'apple', place: 2, rank: 3 },
  { fruit: 'plum', place: 3, rank: 5 },
] as const;

/** How close a place came to the crowd's rank (decision 5): what the place is worth, less the distance. */
export const accuracyOf = placeAccuracy;

/** The choices, each known by its place. */
const ranking = exampleBallot.map(({ place }) => place);
export const exampleAccuracy = accuracyOfBallot(ranking, (choice) => exampleBallot[choice - 1]?.rank ?? null);
/** What the same ballot would have reached with the crowd's own order. */
export const bestAccuracy = accuracyOfBallot(ranking, (choice) => choice);

/** So many paid ballots that the ten shares come out even. */
export const paidBallots = 275;

/** Place, weight and cents of the ten awards of a pool (decision 5). */
export function awardsOf(poolCents: number): { place: number; weight: number; cents: number }[] {
  const shares = sharesOf(poolCents, weights.length);
  return weights.map((weight, index) => ({ place: index + 1, weight, cents: shares[index] ?? 0 }));
}
