import type { ErrorCode } from '../shared/errors.ts';
import type { Attempt, Pauses, RateLimits } from './rate-limit.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** After what fails too often: a minute, then twice as long each time, at most an hour. */
export const failurePauses: Pauses = { first: minute, growth: 2, longest: hour };
/** What a network may fail at, whichever accounts it names: 30 a day freely, then after 1, 2, 4 … 60 minutes. */
const network = { name: 'guess-network', points: 30, seconds: day, pauses: failurePauses };
/** What a network may fail at one account: 5 a day freely, then after 1, 4, 16 … minutes. */
const pair = { name: 'guess-pair', points: 5, seconds: day, pauses: { first: minute, growth: 4, longest: day } };
/** Likewise where many fail at one account: each network has one free, then waits an hour, 4 hours, 16 hours. */
const strict = { ...pair, points: 1, pauses: { first: hour, growth: 4, longest: day } };
const account = { name: 'guess-account', seconds: day };
/** So many failures of unknown browsers in a day are an attack on the account. */
export const attackAt = 100;
/** A browser that has signed in to the account before has its own tries, which nobody else can use up. */
const known = { name: 'guess-known', points: 10, seconds: day, pauses: failurePauses };

/** Who tries to be let in to which account. All are fingerprints. */
export interface Guess {
  network: string;
  account: string;
  /** The browser, where it has signed in to this account before. */
  knownBrowser: string | undefined;
}

/** What a call that may fail was counted against, until it is known whether it did. */
export interface Attempts {
  /** Gives everything back, unless the call failed with one of the codes that count. */
  settle(failure: { code: ErrorCode } | undefined): Promise<void>;
}

/** Takes attempts one after the other, and gives them back where a later one is refused. */
export async function takeAll(counting: readonly ErrorCode[], takes: (() => Promise<Attempt>)[]): Promise<Attempts> {
  const taken: Attempt[] = [];
  const giveBack = async () => void (await Promise.all(taken.map((attempt) => attempt.giveBack())));
  for (const take of takes) {
    try {
      taken.push(await take());
    } catch (refusal) {
      await giveBack();
      throw refusal;
    }
  }
  return { settle: async (failure) => (failure && counting.includes(failure.code) ? undefined : giveBack()) };
}

/**
 * Bounds the guessing of passwords (docs/decisions: guessing). It slows down networks that fail, and never an account: how
 * often others have failed at one only decides how soon an unknown network has to wait there. Throws `too_many_requests`.
 */
export async function beginGuess(limits: RateLimits, counting: readonly ErrorCode[], guess: Guess): Promise<Attempts> {
  const { knownBrowser } = guess;
  if (knownBrowser !== undefined) return takeAll(counting, [() => limits.attempt(known, knownBrowser)]);
  let failedByAll = 0;
  return takeAll(counting, [
    () => limits.attempt(network, guess.network),
    async () => {
      const tried = await limits.tally(account, guess.account);
      failedByAll = tried.failed;
      return tried;
    },
    () => limits.attempt(failedByAll > attackAt ? strict : pair, `${guess.network} ${guess.account}`),
  ]);
}
