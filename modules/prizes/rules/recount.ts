import { countPlaces, tally } from '#modules/voting/rules/tally.ts';
import { tierSizes } from '#modules/voting/rules/tiers.ts';
import { accuracyOf } from './accuracy.ts';
import { awardsOf, poolOf, ruleVersion } from './awards.ts';
import type { Bundle, BundleBallot, Size } from './bundle.ts';
import { type Check, compareRows, newCheck, note } from './check.ts';
import { prizeRanking } from './ranking.ts';

interface Checks {
  /** The public results, from all ballots; and that each ballot is listed once and ranks choices of the topic. */
  results: Check;
  /** The accuracy and order of every ballot; and that every voter has one reference. */
  accuracies: Check;
  pools: Check;
  awards: Check;
}

export interface Recounted extends Checks {
  unknownRule: false;
  /** Whether no check has a mismatch. */
  matches: boolean;
  ballots: number;
  voters: number;
}

/** A topic that another rule than this one decided cannot be recounted with it. */
export type Recount = Recounted | { unknownRule: true };

/** Counts a finalized topic anew from its bundle. `onProgress` is told what part is done, from 0 to 1. */
export function recount(bundle: Bundle, onProgress?: (done: number) => void): Recount {
  const steps = recounting(bundle);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    onProgress?.(step.value);
  }
}

/** The same step by step, for whoever has something to do in between; yields what part is done, from 0 to 1. */
export function* recounting(bundle: Bundle): Generator<number, Recount, void> {
  if (bundle.ruleVersion !== ruleVersion) return { unknownRule: true };
  const checks: Checks = { results: newCheck(), accuracies: newCheck(), pools: newCheck(), awards: newCheck() };
  const references = yield* countBallots(bundle, checks);
  const contests = yield* measureBallots(bundle, references, checks);
  yield* shareRevenue(bundle, contests, checks);
  yield 1;
  const matches = Object.values(checks).every(({ wrong }: Check) => wrong === 0);
  return { unknownRule: false, ...checks, matches, ballots: bundle.ballots.length, voters: references.size };
}

/** Each voter's first counted ballot; null for a voter none of whose ballots is said to be the first. */
type References = ReadonlyMap<string, readonly number[] | null>;

/** Ballots between two signs of life: some milliseconds. */
const portion = 5_000;

/** Counts all ballots into the results, and finds the one of every voter that the prize ranking counts. */
function* countBallots({ ballots, choices, results }: Bundle, checks: Checks): Generator<number, References, void> {
  const choiceIds = choices.map(({ id }) => id);
  const known = new Set(choiceIds);
  const seen = new Set<string>();
  const references = new Map<string, readonly number[] | null>();
  const places = new Map<number, number[]>();
  let done = 0;
  for (const { ballot, voter, reference, ranking } of ballots) {
    if (done++ % portion === 0) yield (done / ballots.length) * 0.4;
    if (seen.has(ballot)) note(checks.results, `ballots[${ballot}]`, 2, 1);
    seen.add(ballot);
    const valid = ranking.filter((choiceId) => known.has(choiceId));
    if (valid.length < ranking.length) note(checks.results, `ballots[${ballot}].ranking`, ranking, valid);
    countPlaces([ranking], places);
    const first = references.get(voter);
    if (first && reference) note(checks.accuracies, `ballots[${ballot}].reference`, true, false);
    if (!first) references.set(voter, reference ? ranking : null);
  }
  const found = tally(choiceIds, places).map(({ choiceId, ...row }) => ({ id: choiceId, ...row }));
  compareRows(checks.results, 'results', results, found, ({ id }) => id);
  for (const [voter, first] of references) if (!first) note(checks.accuracies, `voters[${voter}].references`, 0, 1);
  return references;
}

/** The ballots of each tier, with the accuracy that was found. */
type Contests = ReadonlyMap<Size, BundleBallot[]>;

/** Measures every ballot against the first ballots of the other voters. */
function* measureBallots(
  { ballots, choices }: Bundle,
  references: References,
  { accuracies }: Checks,
): Generator<number, Contests, void> {
  const counted = [...references.values()].filter((ranking) => ranking !== null);
  const prize = prizeRanking(
    choices.map(({ id }) => id),
    countPlaces(counted),
  );
  const contests = new Map<Size, BundleBallot[]>(Object.values(tierSizes).map((tier) => [tier, []]));
  const isFree = freeOrders(ballots);
  let done = 0;
  for (const said of ballots) {
    if (done++ % portion === 0) yield 0.4 + (done / ballots.length) * 0.5;
    const accuracy = accuracyOf(said.ranking, prize.ranksWithout(references.get(said.voter) ?? null));
    if (accuracy !== said.accuracy) note(accuracies, `ballots[${said.ballot}].accuracy`, said.accuracy, accuracy);
    if (!isFree(said)) note(accuracies, `ballots[${said.ballot}].order`, said.order, null);
    contests.get(said.tier)?.push(accuracy === said.accuracy ? said : { ...said, accuracy });
  }
  accuracies.compared = ballots.length;
  return contests;
}

/**
 * Whether a ballot's order is one that its group can have: the ballots of one tier and one accuracy are numbered from 1,
 * so of n each has another of the numbers to n. When they came the bundle does not say.
 */
function freeOrders(ballots: readonly BundleBallot[]): (ballot: BundleBallot) => boolean {
  const groupOf = ({ tier, accuracy }: BundleBallot) => accuracy * 100 + tier;
  const sizes = new Map<number, number>();
  for (const ballot of ballots) sizes.set(groupOf(ballot), (sizes.get(groupOf(ballot)) ?? 0) + 1);
  const free = new Map([...sizes].map(([group, size]) => [group, new Uint8Array(size).fill(1)]));
  return (ballot) => {
    const numbers = free.get(groupOf(ballot));
    if (numbers?.[ballot.order - 1] !== 1) return false;
    numbers[ballot.order - 1] = 0;
    return true;
  };
}

/** Pools from the revenue that is said, none where no ballot was paid for; and who gets what of them. */
function* shareRevenue(bundle: Bundle, contests: Contests, checks: Checks): Generator<number, void, void> {
  const pools: Bundle['pools'] = [];
  const awards: Bundle['awards'] = [];
  for (const [tier, ballots] of contests) {
    yield 0.9;
    const said = bundle.pools.find((pool) => pool.tier === tier)?.revenueCents ?? 0;
    const revenueCents = ballots.some(({ paid }) => paid) ? said : 0;
    const poolCents = poolOf(revenueCents);
    pools.push({ tier, revenueCents, poolCents });
    for (const { place, ...award } of awardsOf(poolCents, ballots)) awards.push({ tier, ...award });
  }
  compareRows(checks.pools, 'pools', bundle.pools, pools, ({ tier }) => tier);
  compareRows(checks.awards, 'awards', bundle.awards, awards, ({ tier, ballot }) => `${tier} ${ballot}`);
}
