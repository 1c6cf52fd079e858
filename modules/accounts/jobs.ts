import { z } from 'zod';
import { defineJob } from '../../src/platform/queue.ts';

export const buildExport = defineJob({
  name: 'accounts.build-export',
  payload: z.strictObject({ actionId: z.int() }),
  attempts: 6,
  backoffMs: 2_000,
});
