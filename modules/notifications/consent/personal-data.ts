import type { Db } from '#src/platform/db.ts';
import type { Person, PersonalData } from '#src/platform/personal-data.ts';

const tables = ['subscriptions', 'subscription_requests', 'consent_log'] as const;

const ofPerson = (db: Db, table: (typeof tables)[number], { id, email, phoneNumber }: Person) =>
  db(`notifications.${table}`).where((either) => {
    either.whereRaw("(channel = 'email' and lower(address) = lower(?))", [email]);
    if (phoneNumber) either.orWhereRaw("(channel = 'sms' and address = ?)", [phoneNumber]);
    if (table !== 'consent_log') either.orWhere({ user_id: id });
  });

/** What a person is sent and has agreed to: held by address, so asked and erased by address. */
export const subscriptionData: PersonalData = {
  async dataOf(db, person) {
    const [subscriptions, consents] = await Promise.all([
      ofPerson(db, 'subscriptions', person).select(
        ...['channel', 'address', 'service', 'marketing', 'confirmed_at', 'marketing_last_at', 'marketing_before_at'],
      ),
      ofPerson(db, 'consent_log', person)
        .select('channel', 'address', 'what', 'turned_on', 'source', 'privacy_version', 'terms_version', 'at')
        .orderBy('id'),
    ]);
    return { subscriptions, consents };
  },

  async erase(trx, person) {
    await trx.raw("set local podium.erasing = 'on'"); // the log of consents only lets go for this
    for (const table of tables) await ofPerson(trx, table, person).delete();
  },
};
