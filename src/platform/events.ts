import type { EventDefinition } from '../shared/events.ts';
import type { Db } from './db.ts';
import { enqueue } from './outbox.ts';
import { defineJob, handleJob, type JobDefinition, type JobHandler } from './queue.ts';

/** Each try of the step from an event to its jobs is one short transaction. */
const retries = { attempts: 10, backoffMs: 1_000, concurrency: 5 };

const jobOf = <Payload>({ name, payload }: EventDefinition<Payload>): JobDefinition<Payload> =>
  defineJob({ name, payload, ...retries });

/** Writes down, in the change's own transaction, that something has happened. Whoever subscribes does its job after it. */
export const publish = <Payload>(trx: Db, event: EventDefinition<Payload>, payload: Payload): Promise<void> =>
  enqueue(trx, jobOf(event), payload);

/** A job that follows an event. It may come more than once for one event, and must bear that. */
export interface Subscriber {
  event: EventDefinition;
  job: JobDefinition;
}

export function subscribe<Payload>(event: EventDefinition<Payload>, job: JobDefinition<Payload>): Subscriber {
  return { event, job } as Subscriber;
}

/** What a worker does about events: enqueues the job of each subscriber, all or none. */
export function eventHandlers(db: Db, subscribers: readonly Subscriber[]): JobHandler[] {
  const byEvent = Map.groupBy(subscribers, ({ event }) => event);
  return [...byEvent].map(([event, followers]) =>
    handleJob(jobOf(event), {
      handle: (payload) =>
        db.transaction(async (trx) => {
          for (const { job } of followers) await enqueue(trx, job, payload);
        }),
    }),
  );
}
