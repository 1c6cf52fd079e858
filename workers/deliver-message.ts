import { deliverMessage } from '#modules/notifications/jobs.ts';
import type { Composition } from '#src/compose.ts';
import type { JobHandler } from '#src/platform/queue.ts';

export const deliverMessages = ({ modules }: Composition): JobHandler<{ messageId: number }> => ({
  job: deliverMessage,
  concurrency: 5,
  handle: ({ messageId }) => modules.notifications.deliver(messageId),
  onExhausted: ({ messageId }) => modules.notifications.postpone(messageId),
});
