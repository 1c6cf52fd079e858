import type { Bundle, BundleBallot, Size } from '#modules/prizes/rules/bundle.ts';

/* Decisions 3 and 5 once more, slowly and with nothing of the product's rules: what a second reader would write. */

export interface Cast {
  voter: number;
  tier: Size;
  paid: boolean;
  ranking: number[];
}
export interface Crowd {
  choiceIds: number[];
  /** In the order of time. */
  cast: Cast[];
  /** Voters who may not win. */
  barred: number[];
}

/** Choices with their points and votes, the best first. Its key holds points and places with leading zeros. */
function rank(choiceIds: number[], rankings: number[][]) {
  const rows = choiceIds.map((id) => {
    const at = [...Array(10).keys()].map((index) => rankings.filter((ranking) => ranking[index] === id).length);
    const totalPoints = at.flatMap((count, index) => Array(count).fill(10 - index)).reduce((a, b) => a + b, 0);
    const key = [totalPoints, ...at, 1_000 - id].map((number) => String(number).padStart(6, '0')).join();
    return { id, totalPoints, totalVotes: rankings.filter((ranking) => ranking.includes(id)).length, key };
  });
  rows.sort((a, b) => (a.key < b.key ? 1 : -1));
  return rows.map(({ key, ...row }, index) => ({ ...row, rank: index + 1 }));
}

function measure({ choiceIds, cast }: Crowd, { voter, ranking }: Cast): number {
  const others = [...new Set(cast.map((one) => one.voter))].filter((other) => other !== voter);
  const firsts = others.map((other) => cast.find((one) => one.voter === other)?.ranking ?? []);
  const rows = rank(choiceIds, firsts).filter(({ totalPoints }) => totalPoints > 0);
  return ranking
    .map((id, index) => ({ place: index + 1, found: rows.find((row) => row.id === id) }))
    .map(({ place, found }) => (found ? 11 - place - Math.abs(place - found.rank) : 0))
    .reduce((sum, points) => sum + Math.max(0, points), 0);
}

/** Cent by cent: the next one goes to whoever is furthest below the exact share; in 1/total cents, all whole numbers. */
function share(pool: number, winners: number): number[] {
  const weights = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1].slice(0, winners);
  const total = weights.reduce((a, b) => a + b, 0);
  const shares = weights.map((weight) => Number((BigInt(pool) * BigInt(weight)) / BigInt(total)));
  while (winners > 0 && shares.reduce((a, b) => a + b, 0) < pool) {
    const owed = shares.map((cents, index) => pool * (weights[index] as number) - cents * total);
    const next = owed.indexOf(Math.max(...owed));
    shares[next] = (shares[next] as number) + 1;
  }
  return shares;
}

/** What the bundle of a topic with these ballots must be. */
export function bundleOf(crowd: Crowd): Bundle {
  const { choiceIds, cast, barred } = crowd;
  const measured = cast.map((one) => ({ ...one, accuracy: measure(crowd, one) }));
  const ballots = measured.map(
    ({ voter, tier, paid, ranking, accuracy }, index): BundleBallot => ({
      ballot: `b${index}`,
      voter: `v${voter}`,
      ...{ tier, paid, accuracy, ranking },
      reference: cast.findIndex((one) => one.voter === voter) === index,
      eligible: !barred.includes(voter),
      order: measured.slice(0, index + 1).filter((one) => one.tier === tier && one.accuracy === accuracy).length,
    }),
  );
  const pools = ([3, 5, 10] as const).map((tier) => {
    const prices = { 3: 200, 5: 300, 10: 1_000 };
    const revenueCents = ballots.filter((one) => one.tier === tier && one.paid).length * prices[tier];
    return { tier, revenueCents, poolCents: Math.floor(revenueCents / 2) };
  });
  const awards = pools.flatMap(({ tier, poolCents }) => {
    const able = ballots.filter((one) => one.tier === tier && one.eligible && one.accuracy > 0);
    // Ballots are in the order of time and sorting keeps it among equals.
    const ranked = able.toSorted((a, b) => b.accuracy - a.accuracy);
    const best = ranked
      .filter((one, index) => ranked.findIndex(({ voter }) => voter === one.voter) === index)
      .slice(0, 10);
    const shares = share(poolCents, best.length);
    return best
      .map(({ ballot, voter, accuracy }, index) => ({ tier, ballot, voter, accuracy, cents: shares[index] as number }))
      .filter(({ cents }) => cents > 0);
  });
  const results = rank(
    choiceIds,
    cast.map(({ ranking }) => ranking),
  );
  const choices = choiceIds.map((id) => ({ id, name: `Choice ${id}` }));
  return { topicId: 1, ruleVersion: 1, choices, ballots, pools, results, awards };
}
