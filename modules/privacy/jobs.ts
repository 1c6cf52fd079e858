import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '#src/platform/queue.ts';
import type { Privacy } from './contract/index.ts';

export const buildExport = defineJob({
  name: 'accounts.build-export', // as it was first called: rows of the outbox bear it
  payload: z.strictObject({ actionId: z.int() }),
  attempts: 6,
  backoffMs: 2_000,
  concurrency: 2,
});

export const cancelRequests = defineJob({
  name: 'privacy.cancel-requests',
  payload: z.strictObject({ userId: z.int(), at: z.iso.datetime() }),
  attempts: 10,
  backoffMs: 2_000,
});

export const privacyJobs = (privacy: Pick<Privacy, 'buildExport' | 'failExport' | 'cancelRequests'>): JobHandler[] => [
  handleJob(buildExport, {
    handle: ({ actionId }) => privacy.buildExport(actionId),
    onExhausted: ({ actionId }) => privacy.failExport(actionId),
  }),
  handleJob(cancelRequests, { handle: ({ userId, at }) => privacy.cancelRequests(userId, at) }),
];
