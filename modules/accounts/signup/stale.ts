import type { Db } from '#src/platform/db.ts';

/** A sweep: forgets spent codes and links, and registrations that nobody completed within a month. */
export async function forgetStale(db: Db): Promise<void> {
  const olderThan = (days: number) => ['created_at', '<', db.raw('now() - make_interval(days => ?)', [days])] as const;
  await db('accounts.codes')
    .where(...olderThan(2))
    .delete();
  await db('accounts.password_resets')
    .where(...olderThan(2))
    .delete();
  await db('accounts.users')
    .whereNull('claimed_at')
    .where(...olderThan(30))
    .delete();
}
