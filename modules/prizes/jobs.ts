import { z } from 'zod';
import { defineJob } from '#src/platform/queue.ts';

export const finalizeTopic = defineJob({
  name: 'prizes.finalize',
  payload: z.strictObject({ topicId: z.int() }),
  attempts: 8,
  backoffMs: 2_000,
});

export const tellVoters = defineJob({
  name: 'prizes.tell-voters',
  payload: z.strictObject({ topicId: z.int() }),
  attempts: 8,
  backoffMs: 5_000,
});
