import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, inject, it } from 'vitest';
import { createLive } from './live.ts';
import { createLogger } from './logger.ts';
import { createRedis } from './redis.ts';

const quiet = createLogger('silent', 'test');
const redis = createRedis(inject('redisUrl'), quiet, { answerFast: true });
const channel = `test-${randomUUID()}`;
const [here, elsewhere] = [createLive(redis, channel, quiet), createLive(redis, channel, quiet)];
afterAll(async () => {
  await Promise.all([here.close(), elsewhere.close()]);
  await redis.quit();
});

/** Waits until Redis knows that somebody listens. */
const listening = async () => {
  while (((await redis.pubsub('NUMSUB', channel)) as [string, number])[1] === 0) await sleep(10);
};

it('what one process announces, another hears: once for many at a time, and not any more afterwards', async () => {
  let heard = 0;
  let tell = () => {};
  const next = () => new Promise<void>((resolve) => (tell = resolve));
  const stop = elsewhere.listen(() => {
    heard += 1;
    tell();
  });
  await listening();
  const first = next();
  for (let times = 0; times < 50; times++) here.announce();
  await first;
  const second = next();
  here.announce();
  await second;
  expect(heard).toBe(2);
  stop();
  let alsoHeard = () => {};
  const third = new Promise<void>((resolve) => (alsoHeard = resolve));
  elsewhere.listen(() => alsoHeard());
  here.announce();
  await third;
  expect(heard).toBe(2);
});
