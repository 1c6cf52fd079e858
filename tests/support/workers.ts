import type { Db } from '#src/platform/db.ts';
import type { JobHandler } from '#src/platform/queue.ts';

/** Does what workers would do for the jobs that wait, in their order, until none is left of the kinds that are chosen. */
export async function workThrough(
  db: Db,
  handlers: readonly JobHandler[],
  isChosen: (handler: JobHandler) => boolean = () => true,
): Promise<void> {
  const chosen = new Map(handlers.filter(isChosen).map((handler) => [handler.job.name, handler]));
  for (;;) {
    const row = await db('platform.outbox')
      .whereIn('job', [...chosen.keys()])
      .whereNull('done_at')
      .whereNull('failed_at')
      .orderBy('id')
      .first();
    if (!row) return;
    const { job, handle } = chosen.get(row.job) as JobHandler;
    await handle(job.payload.parse(row.payload));
    await db('platform.outbox').where({ id: row.id }).update({ done_at: db.fn.now() });
  }
}
