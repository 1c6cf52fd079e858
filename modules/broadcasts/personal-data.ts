import type { Notifications } from '#modules/notifications/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import type { PersonalData } from '#src/platform/personal-data.ts';

export interface BroadcastHolder {
  notifications: Pick<Notifications, 'emailsOf'>;
}

const rowsOf = (db: Db, emails: string[]) => db('broadcasts.recipients').whereRaw('lower(address) = any(?)', [emails]);

/** What was to be broadcast to a person. Erased before the subscriptions: they name the addresses, and senders lock them last. */
export const createBroadcastData = ({ notifications }: BroadcastHolder): PersonalData => ({
  async dataOf(db, person) {
    const broadcasts = await rowsOf(db, await notifications.emailsOf(db, person))
      .join('broadcasts.broadcasts as broadcast', 'broadcast.id', 'broadcast_id')
      .orderBy('broadcast_id')
      .select('address', db.raw("texts #>> '{en,subject}' as subject"), 'recipients.state', 'tried_at');
    return { broadcasts };
  },

  async erase(trx, person) {
    await rowsOf(trx, await notifications.emailsOf(trx, person)).delete();
  },
});
