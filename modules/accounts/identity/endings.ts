import type { Notifications } from '#modules/notifications/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import type { ContactKind } from '../contract/profile.ts';
import type { CodePurpose } from './codes.ts';

/** Which codes go to which address of an account. */
const codesTo: Record<ContactKind, CodePurpose[]> = {
  email: ['email_verification', 'export_email', 'deletion_email', 'email_change'],
  phone: ['phone_verification', 'export_phone', 'deletion_phone', 'phone_change'],
};

/** What has changed: the account's password, or one of its addresses, of which `address` is the old one. */
type Change = { kind: 'password' } | { kind: ContactKind; address: string | null };

/**
 * Ends what was sent out before a change of e-mail, phone or password and could still act on the account (decision 1): links
 * for a new password, codes, requests about the account that wait for codes, and preferences that wait for their link. The
 * caller's transaction holds the lock on the account, so that nothing is issued to the old address meanwhile.
 */
export function createEndings({ withdrawRequests }: Pick<Notifications, 'withdrawRequests'>) {
  return async (trx: Db, userId: number, change: Change): Promise<void> => {
    const now = trx.raw('clock_timestamp()');
    const open = (table: string) =>
      trx(`accounts.${table}`).where({ user_id: userId }).whereNull('used_at').whereNull('replaced_at');
    await open('password_resets').update({ replaced_at: now });
    const codes = open('codes');
    if (change.kind !== 'password') codes.whereIn('purpose', codesTo[change.kind]);
    await codes.update({ replaced_at: now });
    // One of their two codes may have come back from the old address already.
    await trx('accounts.account_actions')
      .where({ user_id: userId, status: 'pending' })
      .update({ status: 'cancelled', completed_at: now });
    if (change.kind === 'password') await withdrawRequests(trx, userId);
    else if (change.address) {
      const channel = change.kind === 'email' ? 'email' : 'sms';
      await withdrawRequests(trx, userId, { channel, address: change.address });
    }
  };
}

export type Endings = ReturnType<typeof createEndings>;
