import type { Db } from '#src/platform/db.ts';

/** A request of somebody's to have the account deleted, with both addresses proved: it waits for an admin. */
export async function requestDeletion(db: Db, userId: number, reason = 'Moving on'): Promise<number> {
  const [row] = await db('privacy.account_actions')
    .insert({
      ...{ user_id: userId, action_type: 'account_deletion', status: 'processing', reason },
      ...{ email_verified_at: db.fn.now(), phone_verified_at: db.fn.now() },
    })
    .returning<{ id: number }[]>('id');
  return (row as { id: number }).id;
}
