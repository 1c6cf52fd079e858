import type { Page } from '@playwright/test';
import type { Db } from '#src/platform/db.ts';
import { expect } from './support.ts';

/* Time that is set instead of waited for. */

/** Makes a sweep due, however lately it ran: the worker's next look, within 5 seconds, runs it. */
export async function makeDue(db: Db, sweep: string): Promise<void> {
  await db('platform.sweeps').where({ name: sweep }).update({ last_run_at: '-infinity' });
}

/**
 * Has a page that waits `ms`, or asks again every `ms`, believe that they have passed, over and over until something is
 * so. `page.clock.install()` comes before the page is loaded; until then, and between, its clock runs as usual.
 */
export async function passTime(page: Page, ms: number, until: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(ms);
    await until();
  }).toPass({ intervals: [50], timeout: 30_000 });
}
