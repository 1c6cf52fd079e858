import type { RequestHandler } from 'express';
import type { Redis } from 'ioredis';
import type { Db } from '../platform/db.ts';

/** /healthz: this process runs. */
export const healthz: RequestHandler = (_req, res) => {
  res.json({ status: 'ok' });
};

/** /readyz: this process can do its work, so it may be sent requests. 503 names what is away. */
export function readyz(db: Db, redis: Redis): RequestHandler {
  const within = (work: Promise<unknown>): Promise<boolean> =>
    Promise.race([
      work.then(
        () => true,
        () => false,
      ),
      new Promise<boolean>((r) => setTimeout(r, 2_000, false).unref()),
    ]);
  return async (_req, res) => {
    const [database, cache] = await Promise.all([within(db.raw('select 1')), within(redis.ping())]);
    const ready = database && cache;
    res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready', database, redis: cache });
  };
}
