import type { Db } from '#src/platform/db.ts';
import type { BookSums, PaymentAdministration } from '../contract/admin.ts';
import { underWay } from '../settlement/store.ts';

/** A payment that is open for longer than this has been forgotten: after a day it is taken back. */
const overdueHours = 25;

export const bookSums: PaymentAdministration['bookSums'] = async (db) => {
  const [open] = await db('payments.discrepancies').whereNull('resolved_at').count<{ count: number }[]>();
  return {
    booked: await bookedIn(db),
    stood: await stoodIn(db),
    waiting: await waitingIn(db),
    openDiscrepancies: Number(open?.count ?? 0),
  };
};

const sumOf = (which: string) => `coalesce(sum(entry.usd_cents) filter (where ${which}), 0)::bigint`;

async function bookedIn(trx: Db): Promise<BookSums['booked']> {
  const [sums] = await trx('payments.ledger as entry')
    .leftJoin('payments.payments as payment', 'payment.id', 'entry.payment_id')
    .select<BookSums['booked'][]>(
      trx.raw(
        `${sumOf("debit = 'provider'")} - ${sumOf("credit = 'provider'")} as held,
         ${sumOf("credit <> 'provider'")} - ${sumOf("debit <> 'provider'")} as "earnedAndOwed",
         coalesce(sum(case when kind in ('award', 'award_withheld', 'payout') then 0
                           when payment.status in ('refunding', 'disputed') then 0
                           when credit = 'revenue' then entry.usd_cents
                           when debit = 'revenue' then -entry.usd_cents end), 0)::bigint as revenue,
         ${sumOf("kind = 'award'")} as awarded,
         ${sumOf("kind = 'award_withheld'")} as withheld,
         ${sumOf("kind = 'payout'")} as paid`,
      ),
    );
  return sums as BookSums['booked'];
}

async function stoodIn(trx: Db): Promise<BookSums['stood']> {
  const [sums] = await trx('payments.payments')
    .select<BookSums['stood'][]>(
      trx.raw(
        `count(*) filter (where status = 'succeeded') as payments,
       coalesce(sum(usd_cents) filter (where status = 'succeeded'), 0)::bigint as cents,
       count(*) filter (where kept) as kept,
       coalesce(sum(usd_cents) filter (where kept), 0)::bigint as "keptCents"`,
      ),
    )
    .from(
      trx.raw(
        `(select status, usd_cents,
               status <> 'succeeded' and exists (select 1 from payments.discrepancies
                 where payment_id = payments.id and kind = 'after_finalization') as kept
          from payments.payments) as payment`,
      ),
    );
  return sums as BookSums['stood'];
}

/** What is under way, and what of it has been for too long or could not be settled. */
async function waitingIn(trx: Db): Promise<BookSums['waiting']> {
  const [waiting] = await underWay(trx).select<BookSums['waiting'][]>(
    trx.raw(
      `count(*) as payments, min(created_at) as oldest,
       count(*) filter (where (status in ('open', 'processing') and created_at < now() - make_interval(hours => ?))
         or exists (select 1 from payments.discrepancies
                     where payment_id = payments.id and kind = 'unsettled' and resolved_at is null)) as stuck`,
      [overdueHours],
    ),
  );
  return waiting as BookSums['waiting'];
}
