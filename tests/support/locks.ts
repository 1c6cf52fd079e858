import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '#src/platform/db.ts';

/** Waits until somebody is seen waiting for a lock that this transaction holds; throws when nobody does for ten seconds. */
export async function untilWaitedFor(trx: Db): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end; await pause(10)) {
    const { rows } = await trx.raw<{ rows: unknown[] }>(
      'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid)) limit 1',
    );
    if (rows.length > 0) return;
  }
  throw new Error('nobody waits for this transaction');
}
