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

/** Counts the places of whole rankings; each ranking lists choices, the first place first. */
export function countPlaces(rankings: Iterable<readonly number[]>): Map<number, number[]> {
  const counts = new Map<number, number[]>();
  for (const ranking of rankings) {
    ranking.forEach((choiceId, index) => {
      const places = counts.get(choiceId) ?? new Array<number>(10).fill(0);
      places[index] = (places[index] ?? 0) + 1;
      counts.set(choiceId, places);
    });
  }
  return counts;
}

/**
 * The crowd's ranking of all choices of a topic (decision 3): by points, then first places, then second places and so
 * on, then the smaller choice id. Choices that nobody ranked come last with 0 points. Ranks run from 1 without gaps.
 */
export function tally(choiceIds: readonly number[], counts: PlaceCounts): TallyRow[] {
  const rows = choiceIds.map((choiceId) => {
    const places = counts.get(choiceId) ?? [];
    return {
      choiceId,
      places,
      totalPoints: places.reduce((sum, count, index) => sum + count * pointsOf(index + 1), 0),
      totalVotes: places.reduce((sum, count) => sum + count, 0),
    };
  });
  rows.sort((a, b) => {
    if (a.totalPoints !== b.totalPoints) return b.totalPoints - a.totalPoints;
    for (let place = 0; place < 10; place++) {
      const difference = (b.places[place] ?? 0) - (a.places[place] ?? 0);
      if (difference !== 0) return difference;
    }
    return a.choiceId - b.choiceId;
  });
  return rows.map(({ choiceId, totalPoints, totalVotes }, index) => ({
    choiceId,
    rank: index + 1,
    totalPoints,
    totalVotes,
  }));
}
