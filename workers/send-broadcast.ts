import { sendChunk } from '#modules/notifications/jobs.ts';
import type { Composition } from '#src/compose.ts';
import type { JobHandler } from '#src/platform/queue.ts';

export const sendBroadcasts = ({ modules }: Composition): JobHandler<{ broadcastId: number; chunk: number }> => ({
  job: sendChunk,
  concurrency: 1,
  handle: ({ broadcastId, chunk }) => modules.notifications.sendChunk(broadcastId, chunk),
  onExhausted: ({ broadcastId, chunk }) => modules.notifications.abandonChunk(broadcastId, chunk),
});
