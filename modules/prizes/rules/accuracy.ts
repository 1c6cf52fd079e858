import { pointsOf } from '#modules/voting/rules/tally.ts';
import type { Ranks } from './ranking.ts';

/** What one place of a ballot adds to its accuracy. */
export interface PlaceAccuracy {
  choiceId: number;
  /** Where the ballot has the choice, from 1. */
  place: number;
  /** Where the others have it, from 1; null where none of them ranked it. */
  rank: number | null;
  points: number;
}

/** Accuracy of one place (decision 5): what the place is worth less the distance to the rank, but never below 0. */
export function placeAccuracy(place: number, rank: number | null): number {
  return rank === null ? 0 : Math.max(0, pointsOf(place) - Math.abs(place - rank));
}

/** Accuracy of a ballot, from 0 to 55; `ranks` are those of the prize ranking without its voter's own ballot. */
export function accuracyOf(ranking: readonly number[], ranks: Ranks): number {
  let sum = 0;
  for (let index = 0; index < ranking.length; index++) {
    sum += placeAccuracy(index + 1, ranks(ranking[index] as number));
  }
  return sum;
}

/** The same place by place, in the order of the ballot. */
export function explainAccuracy(ranking: readonly number[], ranks: Ranks): PlaceAccuracy[] {
  return ranking.map((choiceId, index) => {
    const rank = ranks(choiceId);
    return { choiceId, place: index + 1, rank, points: placeAccuracy(index + 1, rank) };
  });
}
