import type { Db } from '#src/platform/db.ts';
import type { Person, PersonalData } from '#src/platform/personal-data.ts';

/** What a person is sent and has agreed to: held by address, so asked and erased by address. */
export function createSubscriptionData(db: Db): PersonalData {
  const tables = ['subscriptions', 'subscription_requests', 'consent_log'] as const;
  const ofPerson = (trx: Db, table: (typeof tables)[number], { id, email, phoneNumber }: Person) => {
    const rows = trx(`notifications.${table}`).where((either) => {
      either.whereRaw("(channel = 'email' and lower(address) = lower(?))", [email]);
      if (phoneNumber) either.orWhereRaw("(channel = 'sms' and address = ?)", [phoneNumber]);
      if (table !== 'consent_log') either.orWhere({ user_id: id });
    });
    return rows;
  };
  /** What was to be broadcast to the person's addresses. */
  const broadcastTo = (trx: Db, { id, email }: Person) =>
    trx('notifications.broadcast_recipients').whereRaw(
      `lower(address) in (select lower(?) union
         select lower(address) from notifications.subscriptions where channel = 'email' and user_id = ?)`,
      [email, id],
    );
  return {
    async dataOf(person) {
      const [subscriptions, consents, broadcasts] = await Promise.all([
        ofPerson(db, 'subscriptions', person).select(
          ...['channel', 'address', 'service', 'marketing', 'confirmed_at', 'marketing_last_at', 'marketing_before_at'],
        ),
        ofPerson(db, 'consent_log', person)
          .select('channel', 'address', 'what', 'turned_on', 'source', 'privacy_version', 'terms_version', 'at')
          .orderBy('id'),
        broadcastTo(db, person)
          .join('notifications.broadcasts as broadcast', 'broadcast.id', 'broadcast_id')
          .orderBy('broadcast_id')
          .select('address', db.raw("texts #>> '{en,subject}' as subject"), 'broadcast_recipients.state', 'tried_at'),
      ]);
      return { subscriptions, consents, broadcasts };
    },

    async erase(trx, person) {
      await trx.raw("set local podium.erasing = 'on'"); // the log of consents only lets go for this
      await broadcastTo(trx, person).delete(); // before the subscriptions, as the sender locks them
      for (const table of tables) await ofPerson(trx, table, person).delete();
    },
  };
}
