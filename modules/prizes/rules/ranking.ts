import { compareStandings, type PlaceCounts, pointsOf, standingsOf } from '#modules/voting/rules/tally.ts';

/** The rank of a choice in a prize ranking, from 1, or null where nobody whose ballot is counted ranked it. */
export type Ranks = (choiceId: number) => number | null;

/**
 * The prize ranking of a topic (decision 5). `counts` are the places of the first counted ballot of every voter: one
 * voter, one ballot.
 *
 * `ranksWithout` is the ranking that one voter's ballots are measured against: everybody's but `own`, which is that
 * voter's first counted ballot; null for somebody who has none. Throws a RangeError when `own` cannot be among the
 * counted. It is made for hundreds of thousands of calls: a ballot moves few choices, and each by little, so the order
 * of the last call is put right by insertion instead of sorting anew.
 */
export function prizeRanking(
  choiceIds: readonly number[],
  counts: PlaceCounts,
): { ranksWithout(own: readonly number[] | null): Ranks } {
  const standings = standingsOf(choiceIds, counts).map((standing) => ({ ...standing, places: [...standing.places] }));
  const order = standings.map((standing, position) => ({ standing, position }));
  const positions = new Map(standings.map(({ choiceId }, position) => [choiceId, position]));

  const take = (own: readonly number[], ballots: 1 | -1) => {
    for (let index = 0; index < own.length; index++) {
      const standing = standings[positions.get(own[index] as number) ?? -1];
      if (!standing) continue; // The ranking is of `choiceIds`, whatever else was counted.
      standing.places[index] = (standing.places[index] ?? 0) + ballots;
      standing.totalPoints += ballots * pointsOf(index + 1);
    }
  };

  const putInOrder = () => {
    for (let next = 1; next < order.length; next++) {
      const moved = order[next] as (typeof order)[number];
      let to = next;
      for (; to > 0; to--) {
        const before = order[to - 1] as (typeof order)[number];
        if (compareStandings(before.standing, moved.standing) <= 0) break;
        order[to] = before;
      }
      order[to] = moved;
    }
  };

  return {
    ranksWithout(own) {
      own?.forEach((choiceId, index) => {
        const standing = standings[positions.get(choiceId) ?? -1];
        if (standing && !standing.places[index]) throw new RangeError(`choice ${choiceId} has no ballot on that place`);
      });
      if (own) take(own, -1);
      putInOrder();
      const ranks = new Array<number | null>(order.length);
      for (let index = 0; index < order.length; index++) {
        const { standing, position } = order[index] as (typeof order)[number];
        ranks[position] = standing.totalPoints > 0 ? index + 1 : null;
      }
      if (own) take(own, 1);
      return (choiceId) => ranks[positions.get(choiceId) ?? -1] ?? null;
    },
  };
}
