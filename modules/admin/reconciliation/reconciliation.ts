import type { PaymentAdministration } from '#modules/payments/contract/admin.ts';
import type { Prizes } from '#modules/prizes/contract/index.ts';
import type { Voting } from '#modules/voting/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import type { Reconciliation } from '../contract/reconciliation.ts';

interface Dependencies {
  db: Db;
  payments: Pick<PaymentAdministration, 'bookSums'>;
  prizes: Pick<Prizes, 'awardSums'>;
  voting: Pick<Voting, 'countedPaid'>;
}

type Line = Reconciliation['lines'][number];

const line = (name: Line['name'], unit: Line['unit'], left: number, right: number): Line => ({
  ...{ name, unit, left, right, agrees: left === right },
});

/** Sums that must agree: each computed twice, from different rows, at one moment. */
export function createReconciliation({ db, payments, prizes, voting }: Dependencies): () => Promise<Reconciliation> {
  const asOneMoment = { isolationLevel: 'repeatable read', readOnly: true } as const;
  return () =>
    db.transaction(async (trx) => {
      const { booked, stood, waiting, openDiscrepancies } = await payments.bookSums(trx);
      const ballots = await voting.countedPaid(trx);
      const awards = await prizes.awardSums(trx);
      const { rows } = await trx.raw<{ rows: [{ at: Date }] }>('select now() as at');
      return {
        at: rows[0].at.toISOString(),
        lines: [
          line('books', 'cents', booked.held, booked.earnedAndOwed),
          line('revenue', 'cents', booked.revenue, stood.cents),
          line('ballots', 'cents', stood.cents + stood.keptCents, ballots.usdCents),
          line('ballot_count', 'count', stood.payments + stood.kept, ballots.ballots),
          line('prizes_owed', 'cents', booked.awarded - booked.withheld - booked.paid, awards.owed),
          line('prizes_paid', 'cents', booked.paid, awards.paid),
          line('prizes_withheld', 'cents', booked.withheld, awards.withheld),
          line('under_way', 'count', waiting.payments, waiting.payments - waiting.stuck),
        ],
        oldestUnderWay: waiting.oldest?.toISOString() ?? null,
        openDiscrepancies,
      };
    }, asOneMoment);
}
