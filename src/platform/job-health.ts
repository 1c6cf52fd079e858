import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { JobState } from '../shared/jobs.ts';
import { audit } from './audit.ts';
import type { Db } from './db.ts';
import { createQueue } from './queue.ts';

/** What BullMQ has of one kind of job. */
export interface QueueCounts {
  waiting: number;
  active: number;
  /** Waiting for their next try. */
  delayed: number;
  /** Processes that work on it. */
  workers: number;
}

/** Asks BullMQ about queues by name; null where Redis does not answer. */
export type CountQueue = (name: string) => Promise<QueueCounts | null>;

/** A view of the queues for the web process, which works on none. */
export function createQueueCounts(redis: Redis, prefix: string): CountQueue {
  const queues = new Map<string, Queue>();
  return async (name) => {
    const queue = queues.get(name) ?? createQueue(name, redis, prefix);
    queues.set(name, queue);
    try {
      const [{ waiting = 0, prioritized = 0, active = 0, delayed = 0 }, workers] = await Promise.all([
        queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed'),
        queue.getWorkersCount(),
      ]);
      return { waiting: waiting + prioritized, active, delayed, workers };
    } catch {
      return null;
    }
  };
}

/** One kind of job: what the outbox has of it. */
export interface JobKind {
  job: string;
  open: number;
  failed: number;
  /** Done in the last 24 hours. */
  done: number;
  oldestOpenAt: Date | null;
}

/** All kinds of jobs that were written down in the last week, or are not done. */
export async function jobKinds(db: Db): Promise<JobKind[]> {
  const { rows } = await db.raw<{ rows: JobKind[] }>(
    `select job,
            count(*) filter (where done_at is null and failed_at is null) as open,
            count(*) filter (where done_at is null and failed_at is not null) as failed,
            count(*) filter (where done_at > now() - interval '24 hours') as done,
            min(created_at) filter (where done_at is null and failed_at is null) as "oldestOpenAt"
       from platform.outbox group by job order by job`,
  );
  return rows;
}

/** Work that time makes due, and when it last ran. */
export const sweepRuns = (db: Db) =>
  db('platform.sweeps').orderBy('name').select<{ name: string; last_run_at: Date }[]>('name', 'last_run_at');

export interface JobRow {
  id: number;
  job: string;
  payload: Record<string, unknown>;
  created_at: Date;
  relayed_at: Date | null;
  failed_at: Date | null;
  last_error: string | null;
}

/** Jobs that are not done, the newest first. */
export async function openJobs(
  db: Db,
  { state, job }: { state: JobState; job?: string | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: JobRow[]; total: number }> {
  const wanted = () => {
    const query = db<JobRow>('platform.outbox').whereNull('done_at');
    if (state === 'failed') query.whereNotNull('failed_at');
    else query.whereNull('failed_at');
    return job ? query.where({ job }) : query;
  };
  const [rows, [counted]] = await Promise.all([
    wanted().orderBy('id', 'desc').limit(limit).offset(offset).select<JobRow[]>('*'),
    wanted().count<{ count: number }[]>(),
  ]);
  return { rows, total: Number(counted?.count ?? 0) };
}

/**
 * Has failed jobs done again, those named or all of a kind, with an entry each in the audit. Returns how many: what is not
 * failed (any more) is left alone.
 */
export async function retryJobs(
  db: Db,
  actor: { id: number },
  which: { id: number } | { job: string },
): Promise<number> {
  return db.transaction(async (trx) => {
    const retried = await trx('platform.outbox')
      .where(which)
      .whereNotNull('failed_at')
      .whereNull('done_at')
      .update({ failed_at: null, last_error: null, relayed_at: null })
      .returning<{ id: number; job: string }[]>(['id', 'job']);
    for (const { id, job } of retried) {
      await audit(trx, { actor, action: 'job_retried', subject: { kind: 'job', id }, after: { job } });
    }
    return retried.length;
  });
}

/** Takes a failed job off the list: somebody has seen to it. False where there is none of this number. */
export async function dismissJob(db: Db, actor: { id: number }, id: number): Promise<boolean> {
  return db.transaction(async (trx) => {
    const [dismissed] = await trx('platform.outbox')
      .where({ id })
      .whereNotNull('failed_at')
      .whereNull('done_at')
      .update({ done_at: trx.fn.now() })
      .returning<{ job: string; last_error: string | null }[]>(['job', 'last_error']);
    if (!dismissed) return false;
    const before = { job: dismissed.job, error: dismissed.last_error };
    await audit(trx, { actor, action: 'job_dismissed', subject: { kind: 'job', id }, before });
    return true;
  });
}
