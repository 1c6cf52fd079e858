import type { Notifications } from '#modules/notifications/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import { publish } from '#src/platform/events.ts';
import { type CodePurpose, codePurposes } from '../contract/codes.ts';
import { credentialsChanged } from '../contract/events.ts';
import type { ContactKind } from '../contract/profile.ts';

/** What has changed: the account's password, or one of its addresses, of which `address` is the old one. */
type Change = { kind: 'password' } | { kind: ContactKind; address: string | null };

/**
 * Codes that outlive a change: what the other address alone can prove. A request about the account takes a code to each
 * address, and one of the two may have come back from the old one already: so both of its codes end.
 */
const outlives: Record<Change['kind'], CodePurpose[]> = {
  email: ['phone_verification', 'phone_change'],
  phone: ['email_verification', 'email_change'],
  password: [],
};

/**
 * Ends what was sent out before a change of e-mail, phone or password and could still act on the account (decision 1): links
 * for a new password, codes, and preferences that wait for their link. The caller's transaction holds the lock on the
 * account, so that nothing is issued to the old address meanwhile. Requests about the account, whose codes have ended, are
 * cancelled after it.
 */
export function createEndings({ withdrawRequests }: Pick<Notifications, 'withdrawRequests'>) {
  return async (trx: Db, userId: number, change: Change): Promise<void> => {
    const { rows } = await trx.raw<{ rows: [{ now: Date }] }>('select clock_timestamp() as now');
    const open = (table: string) =>
      trx(`accounts.${table}`).where({ user_id: userId }).whereNull('used_at').whereNull('replaced_at');
    const replaced = { replaced_at: trx.raw('clock_timestamp()') };
    await open('password_resets').update(replaced);
    const ending = codePurposes.filter((purpose) => !outlives[change.kind].includes(purpose));
    await open('codes').whereIn('purpose', ending).update(replaced);
    if (change.kind === 'password') await withdrawRequests(trx, userId);
    else if (change.address) {
      const channel = change.kind === 'email' ? 'email' : 'sms';
      await withdrawRequests(trx, userId, { channel, address: change.address });
    }
    await publish(trx, credentialsChanged, { userId, at: rows[0].now.toISOString() });
  };
}

export type Endings = ReturnType<typeof createEndings>;
