import type { Notifications } from '#modules/notifications/contract/index.ts';
import { sendChunk } from '#modules/notifications/jobs.ts';
import type { Db } from '#src/platform/db.ts';

/** Does what the worker would do for every chunk of a broadcast that waits. */
export async function workThroughBroadcasts(db: Db, notifications: Pick<Notifications, 'sendChunk'>): Promise<void> {
  for (;;) {
    const job = await db('platform.outbox').where({ job: sendChunk.name }).whereNull('done_at').orderBy('id').first();
    if (!job) return;
    await notifications.sendChunk(job.payload.broadcastId, job.payload.chunk);
    await db('platform.outbox').where({ id: job.id }).update({ done_at: db.fn.now() });
  }
}
