import type { Db } from '#src/platform/db.ts';
import type { Marketing, MarketingAddress } from '../contract/index.ts';

/**
 * How old the last but one marketing message to an address must be before the next one may go. An hour more than seven days:
 * so long a mail may take from being counted to its mailbox.
 */
const limitHours = 7 * 24 + 1;
/** Addresses that are read at once. */
const batch = 10_000;

const consenting = "channel = 'email' and marketing";

/** Counts one more marketing message to an address, where there is room. The trigger on the table has the last word. */
async function count(trx: Db, subscriptionId: number): Promise<boolean> {
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `update notifications.subscriptions
        set marketing_before_at = marketing_last_at, marketing_last_at = clock_timestamp()
      where id = ? and (marketing_before_at is null
                        or marketing_before_at <= clock_timestamp() - make_interval(hours => ?))`,
    [subscriptionId, limitHours],
  );
  return rowCount > 0;
}

export const marketing: Marketing = {
  async *marketingAudience(trx, emails) {
    // A cursor sees one moment: an address that is erased and comes back meanwhile is not met twice.
    await trx.raw(
      `declare marketing_audience no scroll cursor for
        select address, language from notifications.subscriptions
         where ${consenting} ${emails ? 'and lower(address) = any(?)' : ''} order by id`,
      emails ? [emails] : [],
    );
    for (;;) {
      const { rows } = await trx.raw<{ rows: MarketingAddress[] }>(`fetch ${batch} from marketing_audience`);
      if (rows.length > 0) yield rows;
      if (rows.length < batch) break;
    }
    await trx.raw('close marketing_audience');
  },

  async marketingReach(db) {
    const { rows } = await db.raw<{ rows: [{ consented: number; over: number }] }>(
      `select count(*) as consented,
              count(*) filter (where marketing_before_at > now() - make_interval(hours => ?)) as over
         from notifications.subscriptions where ${consenting}`,
      [limitHours],
    );
    const [{ consented, over }] = rows;
    return { consented, overLimit: over };
  },

  async claimMarketing(trx, email, again) {
    const subscription = await trx('notifications.subscriptions')
      .whereRaw("channel = 'email' and lower(address) = lower(?)", [email])
      .forUpdate()
      .first<{ id: number; marketing: boolean } | undefined>('id', 'marketing');
    if (!subscription?.marketing) return 'unconsented';
    return again || (await count(trx, subscription.id)) ? 'granted' : 'over_limit';
  },

  async emailsOf(db, { id, email }) {
    const { rows } = await db.raw<{ rows: { address: string }[] }>(
      `select lower(?) as address union
       select lower(address) from notifications.subscriptions where channel = 'email' and user_id = ?`,
      [email, id],
    );
    return rows.map(({ address }) => address);
  },
};
