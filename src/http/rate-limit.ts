import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../shared/errors.ts';

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
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new AppError('too_many_requests', { retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) });
      }
    },
  };
}
