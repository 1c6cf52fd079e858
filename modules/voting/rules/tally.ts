/** Points of a place: 10 for the first, 1 for the tenth, whatever the tier (decision 3). */
export function pointsOf(place: number): number {
  return 11 - place;
}

/** How many counted ballots put each choice on each place: choice to counts, index 0 being the first place. */
export type PlaceCounts = ReadonlyMap<number, readonly number[]>;

export interface TallyRow {
  choiceId: number;
  rank: number;
  totalPoints: number;
  /** Ballots that rank the choice. */
  totalVotes: number;
}

/**
 * Counts the places of whole rankings; each ranking lists choices, the first place first. Adds to `counts` when given,
 * so that many rankings can be counted in portions.
 */
export function countPlaces(
  rankings: Iterable<readonly number[]>,
  counts = new Map<number, number[]>(),
): Map<number, number[]> {
  for (const ranking of rankings) {
    ranking.forEach((choiceId, index) => {
      const places = counts.get(choiceId) ?? new Array<number>(10).fill(0);
      places[index] = (places[index] ?? 0) + 1;
      counts.set(choiceId, places);
    });
  }
  return counts;
}

/** What decides where a choice stands; `places` counts its places, index 0 being the first. */
export interface Standing {
  choiceId: number;
  places: readonly number[];
  totalPoints: number;
}

/** The one order of all rankings (decision 3): points, then first places, second places and so on, then the smaller id. */
export function compareStandings(a: Standing, b: Standing): number {
  if (a.totalPoints !== b.totalPoints) return b.totalPoints - a.totalPoints;
  for (let place = 0; place < 10; place++) {
    const difference = (b.places[place] ?? 0) - (a.places[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.choiceId - b.choiceId;
}

/** All choices in the order of the ranking. */
export function standingsOf(choiceIds: readonly number[], counts: PlaceCounts): Standing[] {
  const standings = choiceIds.map((choiceId) => {
    const places = counts.get(choiceId) ?? [];
    return {
      choiceId,
      places,
      totalPoints: places.reduce((sum, count, index) => sum + count * pointsOf(index + 1), 0),
    };
  });
  return standings.sort(compareStandings);
}

/**
 * The crowd's ranking of all choices of a topic (decision 3). Choices that nobody ranked come last with 0 points. Ranks
 * run from 1 without gaps.
 */
export function tally(choiceIds: readonly number[], counts: PlaceCounts): TallyRow[] {
  return standingsOf(choiceIds, counts).map(({ choiceId, places, totalPoints }, index) => ({
    choiceId,
    rank: index + 1,
    totalPoints,
    totalVotes: places.reduce((sum, count) => sum + count, 0),
  }));
}
