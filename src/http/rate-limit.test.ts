import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { freePort } from '#scripts/services.ts';
import { createLogger } from '../platform/logger.ts';
import { createRedis } from '../platform/redis.ts';
import { createRateLimits, type RateLimits } from './rate-limit.ts';

const quiet = createLogger('silent', 'test');
const redis = createRedis(inject('redisUrl'), quiet, { answerFast: true });
const prefix = `test-${randomUUID()}:`;
const limits = createRateLimits(redis, prefix);
afterAll(() => redis.quit());

let count = 0;
const limitOf = (points: number, seconds = 60) => ({ name: `limit ${++count}`, points, seconds });
/** How often out of ten one gets through. */
async function taken(limit: { name: string; points: number; seconds: number }, of: RateLimits[], key = 'ada') {
  const tries = Array.from({ length: 10 }, (_, index) => (of[index % of.length] as RateLimits).take(limit, key));
  return (await Promise.allSettled(tries)).filter((one) => one.status === 'fulfilled').length;
}

describe('a limit', () => {
  it('lets its points through and then says how long to wait', async () => {
    const limit = limitOf(3);
    for (let call = 0; call < 3; call++) await limits.take(limit, 'ada');
    const refusal = limits.take(limit, 'ada');
    await expect(refusal).rejects.toMatchObject({ code: 'too_many_requests', status: 429 });
    const { retryAfter } = await refusal.catch((error) => error);
    expect(Number.isInteger(retryAfter)).toBe(true);
    expect(retryAfter).toBeGreaterThanOrEqual(59);
    expect(retryAfter).toBeLessThanOrEqual(60);
  });

  it('lets as many through when all come at the same time', async () => {
    expect(await taken(limitOf(3), [limits])).toBe(3);
  });

  it('counts over all processes', async () => {
    const limit = limitOf(3);
    const elsewhere = createRateLimits(redis, prefix);
    expect(await taken(limit, [limits, elsewhere])).toBe(3);
    expect(await taken(limit, [createRateLimits(redis, prefix)])).toBe(0);
  });

  it('counts each caller, each limit and each site for itself', async () => {
    const limit = limitOf(3);
    expect(await taken(limit, [limits])).toBe(3);
    expect(await taken(limit, [limits], 'grace')).toBe(3);
    expect(await taken({ ...limit, name: 'another' }, [limits])).toBe(3);
    expect(await taken(limit, [createRateLimits(redis, `test-${randomUUID()}:`)])).toBe(3);
  });

  it('has room again when its time is over', async () => {
    const limit = limitOf(1, 1);
    await limits.take(limit, 'ada');
    await expect(limits.take(limit, 'ada')).rejects.toMatchObject({ retryAfter: 1 });
    await new Promise((done) => setTimeout(done, 1_100));
    await limits.take(limit, 'ada');
  });
});

/** Of ten that fail at the same time, how many are let through. */
async function failing(limit: Growing, of: RateLimits[], key = 'ada') {
  const tries = Array.from({ length: 10 }, (_, index) => (of[index % of.length] as RateLimits).attempt(limit, key));
  return (await Promise.allSettled(tries)).filter((one) => one.status === 'fulfilled').length;
}
type Growing = Parameters<RateLimits['attempt']>[0];
const growing = (points: number): Growing => ({
  ...limitOf(points, 3_600),
  pauses: { first: 60, growth: 2, longest: 600 },
});
const endPause = ({ name }: Growing) => redis.del(`${prefix}limit:${name}:pause:ada`);

describe('a limit on failures', () => {
  it('lets as many through as may fail when all come at the same time, over all processes', async () => {
    expect(await failing(growing(3), [limits, createRateLimits(redis, prefix)])).toBe(3);
  });

  it('makes each further failure wait longer, up to the longest pause', async () => {
    const limit = growing(2);
    await limits.attempt(limit, 'ada');
    await limits.attempt(limit, 'ada');
    const waits = [];
    for (let pauses = 0; pauses < 6; pauses++) {
      const { code, retryAfter } = await limits.attempt(limit, 'ada').catch((error) => error);
      expect(code).toBe('too_many_requests');
      waits.push(retryAfter);
      await endPause(limit);
      await limits.attempt(limit, 'ada');
    }
    expect(waits).toEqual([60, 120, 240, 480, 600, 600]);
  });

  it('lets one through after a pause, however many come then', async () => {
    const limit = growing(3);
    await failing(limit, [limits]);
    await endPause(limit);
    expect(await failing(limit, [limits])).toBe(1);
  });

  it('does not count what was given back, and what was refused', async () => {
    const limit = growing(3);
    for (let round = 0; round < 10; round++) await (await limits.attempt(limit, 'ada')).giveBack();
    expect(await failing(limit, [limits])).toBe(3);
    await endPause(limit);
    await (await limits.attempt(limit, 'ada')).giveBack(); // and ends the pause that it had begun
    await limits.attempt(limit, 'ada');
    expect(await limits.attempt(limit, 'ada').catch((error) => error.retryAfter)).toBe(120);
  });

  it('counts all failures of one key where it refuses nothing', async () => {
    const limit = limitOf(1, 3_600);
    const tries = await Promise.all(Array.from({ length: 5 }, () => limits.tally(limit, 'ada')));
    expect(tries.map(({ failed }) => failed).sort()).toEqual([1, 2, 3, 4, 5]);
    await tries[0]?.giveBack();
    expect((await limits.tally(limit, 'ada')).failed).toBe(5);
  });
});

describe('while Redis is away', () => {
  it('a limit holds all the same', async () => {
    const nobody = createRedis(`redis://127.0.0.1:${await freePort()}`, quiet, { answerFast: true });
    try {
      const alone = createRateLimits(nobody, prefix);
      const limit = limitOf(3);
      expect(await taken(limit, [alone])).toBe(3);
      await expect(alone.take(limit, 'ada')).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 60 });
      await alone.take(limit, 'grace');
      expect(await failing(growing(3), [alone])).toBe(3);
    } finally {
      nobody.disconnect();
    }
  });
});
