import { z } from 'zod';
import { defineJob } from '#src/platform/queue.ts';

/** Ten tries in about seventeen minutes: 2 s, 4 s, 8 s … after each other. */
export const deliverMessage = defineJob({
  name: 'notifications.deliver-message',
  payload: z.strictObject({ messageId: z.int() }),
  attempts: 10,
  backoffMs: 2_000,
});

/** Twelve tries in a little more than an hour: a mail server may be away for a while. */
export const sendChunk = defineJob({
  name: 'notifications.send-chunk',
  payload: z.strictObject({ broadcastId: z.int(), chunk: z.int() }),
  attempts: 12,
  backoffMs: 2_000,
});
