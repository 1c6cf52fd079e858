import type { Request } from 'express';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../shared/errors.ts';
import { networkOf } from './network.ts';

export interface RateLimits {
  /** Counts one call. Throws `too_many_requests` with the seconds to wait when there is no room. */
  take(limit: { name: string; points: number; seconds: number }, key: string): Promise<void>;
}

/** Counts in Redis, over all processes; while Redis is away each process counts for itself, so a limit never opens up. */
export function createRateLimits(redis: Redis, keyPrefix: string): RateLimits {
  const limiters = new Map<string, RateLimiterRedis>();
  return {
    async take({ name, points, seconds }, key) {
      let limiter = limiters.get(name);
      if (!limiter) {
        const options = { points, duration: seconds, keyPrefix: `${keyPrefix}limit:${name}` };
        limiter = new RateLimiterRedis({
          ...options,
          storeClient: redis,
          insuranceLimiter: new RateLimiterMemory(options),
        });
        limiters.set(name, limiter);
      }
      try {
        await limiter.consume(key);
      } catch (refusal) {
        throw refusalOf(refusal);
      }
    },
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
