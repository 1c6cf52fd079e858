import type { Queue } from 'bullmq';
import type { Db } from './db.ts';
import type { Logger } from './logger.ts';
import type { JobDefinition } from './queue.ts';

/**
 * Writes down, in the change's own transaction, that a job must follow it. Either both are committed or neither; the
 * relay then brings the row to BullMQ.
 */
export async function enqueue<Payload>(trx: Db, job: JobDefinition<Payload>, payload: Payload): Promise<void> {
  await enqueueAll(trx, job, [payload]);
}

/** As `enqueue`, for many at once. */
export async function enqueueAll<Payload>(trx: Db, job: JobDefinition<Payload>, payloads: Payload[]): Promise<void> {
  await trx.raw(
    'insert into platform.outbox (job, payload) select ?, payload from jsonb_array_elements(?) as payload',
    [job.name, JSON.stringify(payloads.map((payload) => job.payload.parse(payload)))],
  );
}

/** As `enqueue`, unless the same is waiting or under way already: for sweeps, which come by again and again. */
export async function enqueueOnce<Payload>(db: Db, job: JobDefinition<Payload>, payload: Payload): Promise<void> {
  const contents = JSON.stringify(job.payload.parse(payload));
  await db.raw(
    `insert into platform.outbox (job, payload) select :job, :contents::jsonb
      where not exists (select 1 from platform.outbox
                         where done_at is null and failed_at is null and job = :job and payload = :contents::jsonb)`,
    { job: job.name, contents },
  );
}

const batch = 500;

/**
 * Moves rows of the outbox into BullMQ, once. Rows that were moved longer than `staleSeconds` ago and are still not done
 * are moved again: Redis may have lost them. While BullMQ still knows the job, adding it again does nothing.
 * Returns how many rows were moved.
 */
export async function relayOnce(
  db: Db,
  queues: ReadonlyMap<string, { queue: Queue; job: JobDefinition }>,
  staleSeconds: number,
): Promise<number> {
  const { rows } = await db.raw<{ rows: { id: number; job: string }[] }>(
    `update platform.outbox set relayed_at = now()
      where id in (select id from platform.outbox
                    where done_at is null and failed_at is null and job = any(?)
                      and (relayed_at is null or relayed_at < now() - make_interval(secs => ?))
                    order by id limit ${batch} for update skip locked)
      returning id, job`,
    [[...queues.keys()], staleSeconds],
  );
  try {
    for (const [name, { queue, job }] of queues) {
      const pointers = rows.filter((row) => row.job === name);
      if (pointers.length === 0) continue;
      await queue.addBulk(
        pointers.map(({ id }) => ({
          name,
          data: { outboxId: id },
          opts: {
            jobId: `outbox-${id}`,
            attempts: job.attempts,
            backoff: { type: 'exponential', delay: job.backoffMs },
            removeOnComplete: true,
            removeOnFail: true,
          },
        })),
      );
    }
  } catch (error) {
    await db('platform.outbox')
      .whereIn(
        'id',
        rows.map((row) => row.id),
      )
      .update({ relayed_at: null });
    throw error;
  }
  return rows.length;
}

export interface Relay {
  /** Resolves when the round under way, if any, has ended. */
  stop(): Promise<void>;
}

/** Keeps relaying, with a pause when there is nothing to do or Redis is away. Any number of processes may run it. */
export function startRelay(
  db: Db,
  queues: ReadonlyMap<string, { queue: Queue; job: JobDefinition }>,
  logger: Logger,
  { pauseMs = 250, staleSeconds = 30 }: { pauseMs?: number; staleSeconds?: number } = {},
): Relay {
  let stopped = false;
  let wake = () => {};
  let troubled = false;
  const loop = async (): Promise<void> => {
    while (!stopped) {
      let moved = 0;
      try {
        moved = await relayOnce(db, queues, staleSeconds);
        troubled = false;
      } catch (error) {
        if (!troubled) logger.error({ err: error }, 'the outbox cannot be relayed');
        troubled = true;
      }
      if (moved === batch) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, troubled ? pauseMs * 4 : pauseMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const running = loop();
  return {
    stop: () => {
      stopped = true;
      wake();
      return running;
    },
  };
}

/** A sweep: forgets what was done more than a week ago. Failed rows stay until somebody has looked at them. */
export async function forgetDone(db: Db): Promise<void> {
  await db('platform.outbox').where('done_at', '<', db.raw("now() - interval '7 days'")).delete();
}
