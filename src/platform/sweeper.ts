import type { Db } from './db.ts';
import type { Logger } from './logger.ts';

/** Work that time alone makes due. It runs at most once in `everySeconds` over all processes. */
export interface Sweep {
  name: string;
  everySeconds: number;
  run(): Promise<unknown>;
}

/**
 * Runs the sweeps that are due. Whose turn it is stands in PostgreSQL, so an emptied Redis or a restart changes nothing;
 * a sweep that fails is tried again when it is due the next time.
 */
export async function sweepOnce(db: Db, sweeps: readonly Sweep[], logger: Logger): Promise<void> {
  for (const sweep of sweeps) {
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `insert into platform.sweeps (name, last_run_at) values (?, now())
       on conflict (name) do update set last_run_at = now()
        where sweeps.last_run_at <= now() - make_interval(secs => ?)`,
      [sweep.name, sweep.everySeconds],
    );
    if (rowCount === 0) continue;
    try {
      await sweep.run();
    } catch (error) {
      logger.error({ err: error, sweep: sweep.name }, 'sweep failed');
    }
  }
}

export function startSweeper(db: Db, sweeps: readonly Sweep[], logger: Logger): { stop(): Promise<void> } {
  let running = Promise.resolve();
  const tick = () => {
    running = running
      .then(() => sweepOnce(db, sweeps, logger))
      .catch((error) => logger.error({ err: error }, 'sweeper'));
  };
  tick();
  const timer = setInterval(tick, 5_000);
  return {
    stop: () => {
      clearInterval(timer);
      return running;
    },
  };
}
