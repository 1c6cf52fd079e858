import { z } from 'zod';
import { defineJob } from '#src/platform/queue.ts';

/** Tells all other admins of a new one. */
export const tellOfAdmin = defineJob({
  name: 'accounts.tell-of-admin',
  payload: z.strictObject({ userId: z.int(), actorId: z.int().nullable() }),
  attempts: 6,
  backoffMs: 2_000,
});

export const buildExport = defineJob({
  name: 'accounts.build-export',
  payload: z.strictObject({ actionId: z.int() }),
  attempts: 6,
  backoffMs: 2_000,
});
