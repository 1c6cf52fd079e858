import { Redis } from 'ioredis';
import type { Logger } from './logger.ts';

/**
 * A connection to Redis. `answerFast` is for requests: a command fails at once while Redis is away, so that the caller
 * can answer 503 or fall back. Without it (BullMQ's workers) a command waits until Redis is back.
 */
export function createRedis(url: string, logger: Logger, { answerFast }: { answerFast: boolean }): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: answerFast ? 1 : null,
    connectTimeout: 5_000,
    ...(answerFast ? { commandTimeout: 2_000 } : {}),
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  let down = false;
  redis.on('error', (error: Error) => {
    if (!down) logger.error({ err: error }, 'redis is away');
    down = true;
  });
  redis.on('ready', () => {
    if (down) logger.info('redis is back');
    down = false;
  });
  return redis;
}
