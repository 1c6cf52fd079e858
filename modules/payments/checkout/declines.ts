import type { Knex } from 'knex';
import type { Db } from '#src/platform/db.ts';
import type { Facts } from '../rules/standing.ts';
import { type PaymentRow, payments } from '../settlement/store.ts';

/** So many declines in a row lock paying for an hour (decision 4). */
const mostDeclines = 5;
const lockMinutes = 60;

/**
 * Records declines that are new, in the caller's transaction. True where they were too many in a row: then paying is
 * locked, and the buyer's other open payments are looked at soon, to be taken back.
 */
export async function recordDeclines(
  trx: Db,
  { id, user_id }: PaymentRow,
  declines: Facts['declines'],
): Promise<boolean> {
  if (declines.length === 0) return false;
  const fresh = await trx('payments.declines')
    .insert(
      declines.map(({ chargeId, code, card, at }) => ({
        charge_id: chargeId,
        payment_id: id,
        code,
        card_fingerprint: card,
        declined_at: at,
      })),
    )
    .onConflict('charge_id')
    .ignore()
    .returning<{ card_fingerprint: string | null }[]>('card_fingerprint');
  if (fresh.length === 0) return false;
  await recordOfCards(
    trx,
    fresh.flatMap(({ card_fingerprint: card }) => card ?? []),
  );
  await trx.raw(
    `insert into payments.buyers as buyer (user_id, declines) values (?, ?)
     on conflict (user_id) do update set declines = buyer.declines + excluded.declines`,
    [user_id, fresh.length],
  );
  const locked = await trx('payments.buyers')
    .where({ user_id })
    .where('declines', '>=', mostDeclines)
    .update({ declines: 0, locked_until: trx.raw('now() + make_interval(mins => ?)', [lockMinutes]) });
  if (locked === 0) return false;
  await payments(trx).where({ user_id, status: 'open' }).whereNot({ id }).update({ look_at: trx.fn.now() });
  return true;
}

/** The same for each card, over all accounts. In order of the cards, so that two payments never wait for each other. */
async function recordOfCards(trx: Db, cards: string[]): Promise<void> {
  await trx.raw(
    `insert into payments.cards as card (fingerprint, declines)
       select fingerprint, count(*) from unnest(?::text[]) as fingerprint group by fingerprint order by fingerprint
     on conflict (fingerprint) do update set declines = card.declines + excluded.declines, declined_at = now()`,
    [cards],
  );
  await trx('payments.cards')
    .whereIn('fingerprint', cards)
    .where('declines', '>=', mostDeclines)
    .update({ declines: 0, locked_until: trx.raw('now() + make_interval(mins => ?)', [lockMinutes]) });
}

/** A payment that succeeds ends the rows of declines, the person's and the card's. */
export async function forgetDeclines(trx: Db, userId: number, card: string | null): Promise<void> {
  await trx('payments.buyers').where({ user_id: userId }).where('declines', '>', 0).update({ declines: 0 });
  if (card) await trx('payments.cards').where({ fingerprint: card }).where('declines', '>', 0).update({ declines: 0 });
}

/** Seconds until the buyer may pay again; 0 where paying is not locked. */
export const lockedFor = (db: Db, userId: number): Promise<number> =>
  secondsLeft(db, db('payments.buyers').where({ user_id: userId }));

/** Seconds until the card may be tried again; 0 where it is not locked. */
export const cardLockedFor = (db: Db, fingerprint: string): Promise<number> =>
  secondsLeft(db, db('payments.cards').where({ fingerprint }));

async function secondsLeft(db: Db, locks: Knex.QueryBuilder): Promise<number> {
  const row = await locks
    .where('locked_until', '>', db.fn.now())
    .first<{ seconds: number } | undefined>(db.raw('ceil(extract(epoch from locked_until - now()))::int as seconds'));
  return row?.seconds ?? 0;
}
