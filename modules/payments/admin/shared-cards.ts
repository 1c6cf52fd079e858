import type { Db } from '#src/platform/db.ts';
import { pageFrom, tablePageSize } from '#src/shared/paging.ts';
import type { SharedCard, SharedCards } from '../contract/cards.ts';

/** Accounts of a card that are named, of however many there are. */
const named = 50;

interface Row {
  newest: number;
  card_brand: string | null;
  card_last4: string | null;
  created_at: Date;
  accounts: number;
  user_ids: number[];
  total: number;
}

/** Of those fingerprints that `those` selects. */
async function find(db: Db, those: string, values: object, offset: number): Promise<Row[]> {
  const { rows } = await db.raw<{ rows: (Row | { newest: null; total: number })[] }>(
    `with shared as materialized (
       select card_fingerprint, max(id) as newest from payments.payments where ${those}
        group by card_fingerprint having min(user_id) <> max(user_id))
     select counted.total, page.newest, payment.card_brand, payment.card_last4, payment.created_at,
            users.accounts, users.user_ids
       from (select count(*) as total from shared) as counted
       left join (select * from shared order by newest desc limit ${tablePageSize} offset :offset) as page on true
       left join payments.payments as payment on payment.id = page.newest
       left join lateral (
         select count(*) as accounts, (array_agg(user_id order by user_id))[1:${named}] as user_ids
           from (select distinct user_id from payments.payments as same
                  where same.card_fingerprint = page.card_fingerprint) as sharer) as users on true
      order by page.newest desc`,
    { ...values, offset },
  );
  return rows as Row[];
}

const present = (rows: Row[]): SharedCard[] =>
  rows
    .filter(({ newest }) => newest !== null)
    .map((row) => ({
      newestPaymentId: row.newest,
      cardBrand: row.card_brand,
      cardLast4: row.card_last4,
      lastUsedAt: row.created_at.toISOString(),
      accounts: row.accounts,
      userIds: row.user_ids,
    }));

/** Cards by their fingerprints at the provider: one that several accounts use may be one person's with several accounts. */
export const cardSharing: SharedCards = {
  async sharingCards(db, userId) {
    const own = `card_fingerprint in (select card_fingerprint from payments.payments where user_id = :userId)`;
    return present(await find(db, own, { userId }, 0));
  },

  async sharedCards(db, page) {
    const rows = await find(db, 'card_fingerprint is not null', {}, (page - 1) * tablePageSize);
    return pageFrom(present(rows), rows[0]?.total ?? 0, page);
  },
};
