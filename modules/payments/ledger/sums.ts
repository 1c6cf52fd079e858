import type { Voting } from '#modules/voting/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import type { AwardSums, PaymentAdministration, Reconciliation } from '../contract/admin.ts';
import { underWay } from '../settlement/store.ts';

interface Dependencies {
  db: Db;
  voting: Pick<Voting, 'countedPaid'>;
  awards: AwardSums;
}

/** What the ledger says, in US cents. Of revenue, what payments have earned that are at rest: only that can be compared. */
interface Booked {
  held: number;
  earnedAndOwed: number;
  revenue: number;
  awarded: number;
  withheld: number;
  paid: number;
}

/** What payments say: those that stand, and those whose ballots go on counting although their money went back. */
interface Stood {
  payments: number;
  cents: number;
  kept: number;
  kept_cents: number;
}

/** A payment that is open for longer than this has been forgotten: after a day it is taken back. */
const overdueHours = 25;

/** Sums that must agree: each computed twice, from different rows, at one moment. */
export function createSums({ db, voting, awards }: Dependencies): Pick<PaymentAdministration, 'reconciliation'> {
  return {
    reconciliation: () =>
      db.transaction(
        async (trx): Promise<Reconciliation> => {
          const booked = await bookedIn(trx);
          const stood = await stoodIn(trx);
          const ballots = await voting.countedPaid(trx);
          const owed = await awards.awardSums(trx);
          const waiting = await waitingIn(trx);
          const [open] = await trx('payments.discrepancies')
            .whereNull('resolved_at')
            .select<{ at: Date; open: number }[]>(trx.raw('now() as at, count(*) as open'));
          const line = (name: Line['name'], unit: Line['unit'], left: number, right: number): Line => ({
            ...{ name, unit, left, right, agrees: left === right },
          });
          return {
            at: (open as { at: Date }).at.toISOString(),
            lines: [
              line('books', 'cents', booked.held, booked.earnedAndOwed),
              line('revenue', 'cents', booked.revenue, stood.cents),
              line('ballots', 'cents', stood.cents + stood.kept_cents, ballots.usdCents),
              line('ballot_count', 'count', stood.payments + stood.kept, ballots.ballots),
              line('prizes_owed', 'cents', booked.awarded - booked.withheld - booked.paid, owed.owed),
              line('prizes_paid', 'cents', booked.paid, owed.paid),
              line('prizes_withheld', 'cents', booked.withheld, owed.withheld),
              line('under_way', 'count', waiting.payments, waiting.payments - waiting.stuck),
            ],
            oldestUnderWay: waiting.oldest?.toISOString() ?? null,
            openDiscrepancies: open?.open ?? 0,
          };
        },
        { isolationLevel: 'repeatable read', readOnly: true },
      ),
  };
}

type Line = Reconciliation['lines'][number];

const sumOf = (which: string) => `coalesce(sum(entry.usd_cents) filter (where ${which}), 0)::bigint`;

async function bookedIn(trx: Db): Promise<Booked> {
  const [sums] = await trx('payments.ledger as entry')
    .leftJoin('payments.payments as payment', 'payment.id', 'entry.payment_id')
    .select<Booked[]>(
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
  return sums as Booked;
}

async function stoodIn(trx: Db): Promise<Stood> {
  const [sums] = await trx('payments.payments')
    .select<Stood[]>(
      trx.raw(
        `count(*) filter (where status = 'succeeded') as payments,
       coalesce(sum(usd_cents) filter (where status = 'succeeded'), 0)::bigint as cents,
       count(*) filter (where kept) as kept,
       coalesce(sum(usd_cents) filter (where kept), 0)::bigint as kept_cents`,
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
  return sums as Stood;
}

/** What is under way, and what of it has been for too long or could not be settled. */
async function waitingIn(trx: Db): Promise<{ payments: number; stuck: number; oldest: Date | null }> {
  const [waiting] = await underWay(trx).select<{ payments: number; stuck: number; oldest: Date | null }[]>(
    trx.raw(
      `count(*) as payments, min(created_at) as oldest,
       count(*) filter (where (status in ('open', 'processing') and created_at < now() - make_interval(hours => ?))
         or exists (select 1 from payments.discrepancies
                     where payment_id = payments.id and kind = 'unsettled' and resolved_at is null)) as stuck`,
      [overdueHours],
    ),
  );
  return waiting as { payments: number; stuck: number; oldest: Date | null };
}
