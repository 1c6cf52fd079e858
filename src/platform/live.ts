import type { Redis } from 'ioredis';
import type { Logger } from './logger.ts';

/**
 * Tells all processes that something has moved, so that whoever watches looks again. A hint and no more: it may be lost with
 * Redis, and what is shown always comes from PostgreSQL.
 */
export interface Live {
  /** Something has moved. Costs next to nothing; what comes together goes out together. */
  announce(): void;
  /** Calls back when any process has announced something, until the returned function is called. */
  listen(heard: () => void): () => void;
  close(): Promise<void>;
}

/** For a process in which nobody watches, and which nobody has to hear. */
export const noLive: Live = { announce() {}, listen: () => () => {}, async close() {} };

/** Hints of one process within this time are one message. */
const gatherMs = 200;

export function createLive(redis: Redis, channel: string, logger: Logger): Live {
  const listeners = new Set<() => void>();
  let announced = false;
  let subscriber: Redis | undefined;

  const publish = () => {
    announced = false;
    redis.publish(channel, '').catch((error) => logger.warn({ err: error }, 'a hint is lost'));
  };
  // A connection that listens can do nothing else: it is opened when somebody first watches.
  const subscribe = () => {
    subscriber = redis.duplicate({ maxRetriesPerRequest: null });
    subscriber.on('error', () => {}); // the other connection says so
    subscriber.on('message', () => {
      for (const heard of listeners) heard();
    });
    subscriber.subscribe(channel).catch((error) => logger.warn({ err: error }, 'hints cannot be heard'));
  };

  return {
    announce() {
      if (announced) return;
      announced = true;
      setTimeout(publish, gatherMs).unref();
    },
    listen(heard) {
      if (!subscriber) subscribe();
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
    async close() {
      subscriber?.disconnect();
    },
  };
}
