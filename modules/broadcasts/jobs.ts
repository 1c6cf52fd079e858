import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '#src/platform/queue.ts';
import type { Broadcasts } from './contract/index.ts';

/** Twelve tries in a little more than an hour: a mail server may be away for a while. */
export const sendChunk = defineJob({
  name: 'notifications.send-chunk', // as it was first called: rows of the outbox bear it
  payload: z.strictObject({ broadcastId: z.int(), chunk: z.int() }),
  attempts: 12,
  backoffMs: 2_000,
});

export const broadcastJobs = (broadcasts: Pick<Broadcasts, 'sendChunk' | 'abandonChunk'>): JobHandler[] => [
  handleJob(sendChunk, {
    handle: ({ broadcastId, chunk }) => broadcasts.sendChunk(broadcastId, chunk),
    onExhausted: ({ broadcastId, chunk }) => broadcasts.abandonChunk(broadcastId, chunk),
  }),
];
