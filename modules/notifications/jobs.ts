import { z } from 'zod';
import { defineJob } from '../../src/platform/queue.ts';

/** Ten tries in about seventeen minutes: 2 s, 4 s, 8 s … after each other. */
export const deliverMessage = defineJob({
  name: 'notifications.deliver-message',
  payload: z.strictObject({ messageId: z.int() }),
  attempts: 10,
  backoffMs: 2_000,
});
