import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '#src/platform/queue.ts';
import type { Notifications } from './contract/index.ts';

/** Ten tries in about seventeen minutes: 2 s, 4 s, 8 s … after each other. */
export const deliverMessage = defineJob({
  name: 'notifications.deliver-message',
  payload: z.strictObject({ messageId: z.int() }),
  attempts: 10,
  backoffMs: 2_000,
  concurrency: 5,
});

export const messageJobs = (messages: Pick<Notifications, 'deliver' | 'postpone'>): JobHandler[] => [
  handleJob(deliverMessage, {
    handle: ({ messageId }) => messages.deliver(messageId),
    onExhausted: ({ messageId }) => messages.postpone(messageId),
  }),
];
