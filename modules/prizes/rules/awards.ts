/** The rule that these functions are; stored with a topic, so that a later rule never changes an old result. */
export const ruleVersion = 1;

/** Awards of this many US cents or more wait until the winner's identity is verified (decision 5). */
export const kycFromCents = 60_000;

/** Days from finalization until an award is payable: the time in which a payment may be disputed (decision 5). */
export const payableAfterDays = 30;

/** In what proportion the best ten of a tier share its pool, the first place first. */
export const weights: readonly number[] = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1];

/** A tier's pool: half of its revenue, rounded down to the cent. Both in US cents. */
export const poolOf = (revenueCents: number): number => Math.floor(revenueCents / 2);

/**
 * How a pool is shared, in US cents, the first place first: by weight among at most ten winners. What is left after
 * rounding down goes cent by cent to the largest remainders, equal remainders to the better place. The shares sum to the
 * pool exactly; without winners there are none. A pool of fewer cents than winners leaves the last of them 0.
 */
export function sharesOf(poolCents: number, winners: number): number[] {
  const shared = weights.slice(0, Math.max(0, winners));
  const total = shared.reduce((sum, weight) => sum + weight, 0);
  // The remainder is taken first, so that no division ever has a fraction.
  const remainders = shared.map((weight) => (poolCents * weight) % total);
  const shares = shared.map((weight, index) => (poolCents * weight - (remainders[index] ?? 0)) / total);
  const left = poolCents - shares.reduce((sum, cents) => sum + cents, 0);
  const places = [...shares.keys()].sort((a, b) => (remainders[b] ?? 0) - (remainders[a] ?? 0) || a - b);
  for (const place of places.slice(0, left)) shares[place] = (shares[place] ?? 0) + 1;
  return shares;
}

/** A counted ballot of one tier. */
export interface ContestBallot {
  ballot: string | number;
  voter: string | number;
  accuracy: number;
  /** Smaller is earlier: a time, or a place by time. Ballots of equal accuracy have different ones. */
  order: number;
  /** Whether the voter may win (decision 5). */
  eligible: boolean;
}

export interface Award<Ballot extends ContestBallot = ContestBallot> {
  ballot: Ballot['ballot'];
  voter: Ballot['voter'];
  accuracy: number;
  /** US cents, above 0. */
  cents: number;
  /** From 1 to 10. */
  place: number;
}

const byAccuracyThenTime = (a: ContestBallot, b: ContestBallot) => b.accuracy - a.accuracy || a.order - b.order;

/**
 * The ranking of a contest: of the ballots of one tier, each eligible voter's best with accuracy above 0, the most
 * accurate first, equals by who was earlier.
 */
export function entrantsOf<Ballot extends ContestBallot>(ballots: Iterable<Ballot>): Ballot[] {
  const best = new Map<Ballot['voter'], Ballot>();
  for (const ballot of ballots) {
    if (!ballot.eligible || ballot.accuracy <= 0) continue;
    const other = best.get(ballot.voter);
    if (!other || byAccuracyThenTime(ballot, other) < 0) best.set(ballot.voter, ballot);
  }
  return [...best.values()].sort(byAccuracyThenTime);
}

/**
 * The awards of one tier, the first place first, at most ten; they sum to the pool unless nobody entered. A share of 0
 * cents is no award, which only a pool of a few cents has: one ballot sold makes a pool of 100.
 */
export function awardsOf<Ballot extends ContestBallot>(poolCents: number, ballots: Iterable<Ballot>): Award<Ballot>[] {
  const entrants = entrantsOf(ballots);
  const shares = sharesOf(poolCents, entrants.length);
  return entrants.slice(0, weights.length).flatMap(({ ballot, voter, accuracy }, index) => {
    const cents = shares[index] ?? 0;
    return cents > 0 ? [{ ballot, voter, accuracy, cents, place: index + 1 }] : [];
  });
}
