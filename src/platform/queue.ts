import { Queue, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { z } from 'zod';
import type { Db } from './db.ts';
import type { Logger } from './logger.ts';

/** What a module says of a job: its name (also its queue's), what it carries (ids, not data) and how it is retried. */
export interface JobDefinition<Payload = unknown> {
  name: string;
  payload: z.ZodType<Payload>;
  attempts: number;
  /** Milliseconds before the second try; each further pause is twice as long. */
  backoffMs: number;
  /** How many of them one process does at a time; 1 unless said otherwise. */
  concurrency?: number;
}

export function defineJob<Payload>(definition: JobDefinition<Payload>): JobDefinition<Payload> {
  return definition;
}

interface Handling<Payload> {
  /** May run more than once for one job, and must bear that. */
  handle(payload: Payload): Promise<void>;
  /** Called once, when the last try has failed. Without it the job only stays among the failed ones. */
  onExhausted?(payload: Payload, error: Error): Promise<void>;
}

/** A job with what a worker does about it. Its payload's type has been checked and may be forgotten. */
export interface JobHandler extends Handling<unknown> {
  job: JobDefinition;
}

/** Says what a worker does about a job. */
export function handleJob<Payload>(job: JobDefinition<Payload>, handling: Handling<Payload>): JobHandler {
  return { job, ...handling } as JobHandler;
}

/** Under which BullMQ keeps the product's queues in Redis. */
export const queuePrefix = 'podium-jobs';

interface OutboxRow {
  id: number;
  payload: unknown;
}

/** The side that adds jobs. Names of queues carry no colon (BullMQ's own separator). */
export function createQueue(name: string, redis: Redis, prefix: string): Queue {
  const queue = new Queue(name, { connection: redis, prefix });
  queue.on('error', () => {}); // the connection logs its own troubles
  return queue;
}

/**
 * Starts BullMQ's worker for one kind of job. The job in Redis is only a pointer to its outbox row: the payload is read
 * from PostgreSQL, and the row is marked done, or failed after the last try, there.
 */
export function startWorker(
  handler: JobHandler,
  { db, redis, prefix, logger }: { db: Db; redis: Redis; prefix: string; logger: Logger },
): Worker {
  const { job } = handler;
  const worker = new Worker(
    job.name,
    async (pointer: { data: { outboxId: number }; attemptsMade: number }) => {
      const row = await db<OutboxRow>('platform.outbox')
        .where({ id: pointer.data.outboxId })
        .whereNull('done_at')
        .whereNull('failed_at')
        .first();
      if (!row) return;
      const parsed = job.payload.safeParse(row.payload);
      if (!parsed.success) {
        await markFailed(db, row.id, parsed.error);
        throw new UnrecoverableError(`the payload of ${job.name} ${row.id} does not fit its definition`);
      }
      try {
        await handler.handle(parsed.data);
        await db('platform.outbox').where({ id: row.id }).update({ done_at: db.fn.now() });
      } catch (error) {
        logger.warn({ err: error, job: job.name, outboxId: row.id, attempt: pointer.attemptsMade + 1 }, 'job failed');
        if (pointer.attemptsMade + 1 >= job.attempts) {
          try {
            await handler.onExhausted?.(parsed.data, error as Error);
          } finally {
            await markFailed(db, row.id, error as Error);
          }
        }
        throw error;
      }
    },
    { connection: redis, prefix, concurrency: job.concurrency ?? 1, stalledInterval: 5_000, lockDuration: 15_000 },
  );
  worker.on('error', (error) => logger.error({ err: error, job: job.name }, 'worker error'));
  return worker;
}

async function markFailed(db: Db, id: number, error: Error): Promise<void> {
  await db('platform.outbox')
    .where({ id })
    .update({ failed_at: db.fn.now(), last_error: error.message.slice(0, 1000) });
}
