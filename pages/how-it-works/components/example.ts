import { pointsOf } from '../../../modules/voting/rules/tally.ts';

/** The example that goes through the page: a Top 3 ballot, its choices named in the locales, and where the crowd has them. */
export const exampleBallot = [
  { fruit: 'cherry', place: 1, rank: 1 },
  { fruit: 'apple', place: 2, rank: 3 },
  { fruit: 'plum', place: 3, rank: 5 },
] as const;

/** How close a place came to the crowd's rank (decision 5): what the place is worth, less the distance. */
export const accuracyOf = (place: number, rank: number): number =>
  Math.max(0, pointsOf(place) - Math.abs(place - rank));

const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);
export const exampleAccuracy = sumOf(exampleBallot.map(({ place, rank }) => accuracyOf(place, rank)));
/** What the same ballot would have reached with the crowd's own order. */
export const bestAccuracy = sumOf(exampleBallot.map(({ place }) => accuracyOf(place, place)));

/** So many paid ballots that the ten shares come out even. */
export const paidBallots = 275;

const places = Array.from({ length: 10 }, (_, index) => index + 1);
/** Place, weight and cents of the ten awards of a pool that divides evenly (decision 5). */
export function awardsOf(poolCents: number): { place: number; weight: number; cents: number }[] {
  const weights = sumOf(places.map(pointsOf));
  return places.map((place) => ({ place, weight: pointsOf(place), cents: (poolCents * pointsOf(place)) / weights }));
}
