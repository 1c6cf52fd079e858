import type { Request } from 'express';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../shared/errors.ts';
import { networkOf } from './network.ts';

interface Counted {
  name: string;
  points: number;
  seconds: number;
}

/** Beyond its points one try at a time: after `first` seconds, then each time after `growth` times as long, at most `longest`. */
export interface Pauses {
  first: number;
  growth: number;
  longest: number;
}

/** A try that has been counted as a failure before its outcome is known. */
export interface Attempt {
  /** It did not fail: it counts no more, and the next one does not wait for it. */
  giveBack(): Promise<void>;
}

export interface RateLimits {
  /** Counts one call. Throws `too_many_requests` with the seconds to wait when there is no room. */
  take(limit: Counted, key: string): Promise<void>;
  /**
   * Counts a try that may fail, before it is known whether it does, so that those made at once are bounded as well. Within
   * `seconds`, `points` may follow each other freely; then the pauses begin. Throws `too_many_requests` during a pause.
   */
  attempt(limit: Counted & { pauses: Pauses }, key: string): Promise<Attempt>;
  /** Counts a try that may fail, likewise, and says how many have failed within `seconds`, this one included. Refuses nothing. */
  tally(limit: Pick<Counted, 'name' | 'seconds'>, key: string): Promise<Attempt & { failed: number }>;
}

/** Counts in Redis, over all processes; while Redis is away each process counts for itself, so a limit never opens up. */
export function createRateLimits(redis: Redis, keyPrefix: string): RateLimits {
  const limiters = new Map<string, RateLimiterRedis>();
  const limiterOf = ({ name, points, seconds }: Counted): RateLimiterRedis => {
    const known = limiters.get(name);
    if (known) return known;
    const options = { points, duration: seconds, keyPrefix: `${keyPrefix}limit:${name}` };
    const limiter = new RateLimiterRedis({
      ...options,
      storeClient: redis,
      insuranceLimiter: new RateLimiterMemory(options),
    });
    limiters.set(name, limiter);
    return limiter;
  };
  const consume = async (limiter: RateLimiterRedis, key: string, customDuration?: number): Promise<void> => {
    try {
      await limiter.consume(key, 1, customDuration === undefined ? {} : { customDuration });
    } catch (refusal) {
      throw refusalOf(refusal);
    }
  };

  const tally: RateLimits['tally'] = async ({ name, seconds }, key) => {
    const limiter = limiterOf({ name, points: 1, seconds });
    const { consumedPoints } = await limiter.penalty(key);
    return { failed: consumedPoints, giveBack: async () => void (await limiter.reward(key)) };
  };

  return {
    take: (limit, key) => consume(limiterOf(limit), key),

    async attempt({ name, points, seconds, pauses }, key) {
      const tried = await tally({ name, seconds }, key);
      const beyond = tried.failed - points;
      if (beyond < 0) return tried;
      // The last free try begins the first pause, and whoever comes after a pause the next one.
      const gate = limiterOf({ name: `${name}:pause`, points: 1, seconds: pauses.first });
      try {
        await consume(gate, key, Math.min(Math.round(pauses.first * pauses.growth ** beyond), pauses.longest));
      } catch (refusal) {
        await tried.giveBack(); // what was refused has not failed
        throw refusal;
      }
      return { giveBack: async () => void (await Promise.all([tried.giveBack(), gate.delete(key)])) };
    },

    tally,
  };
}

/** What a request costs of a network's share: a page that has to be rendered is some times the work of a call. */
const costs = { call: 1, render: 5 };

/** Counts a request by its visitor's network. Throws `too_many_requests` when the network's share of the minute is used up. */
export type CountRequest = (what: keyof typeof costs, req: Request) => Promise<void>;

/**
 * What one network may ask of one process in a minute, in calls: a coarse bound, so that no single visitor keeps the process
 * busy. Counted in the process itself, which is what it protects. Kept pages and files are not counted.
 */
export function createRequestLimit(callsPerMinute: number): CountRequest {
  const limiter = new RateLimiterMemory({ points: callsPerMinute, duration: 60 });
  return async (what, req) => {
    try {
      await limiter.consume(networkOf(req.ip), costs[what]);
    } catch (refusal) {
      throw refusalOf(refusal);
    }
  };
}

function refusalOf(refusal: unknown): unknown {
  if (!(refusal instanceof RateLimiterRes)) return refusal;
  return new AppError('too_many_requests', { retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) });
}
