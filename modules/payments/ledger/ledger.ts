import type { Db } from '#src/platform/db.ts';
import type { Payments } from '../contract/index.ts';
import type { Facts } from '../rules/standing.ts';
import type { PaymentRow } from '../settlement/store.ts';

type Kind = 'charge' | 'refund' | 'refund_returned' | 'dispute' | 'dispute_won';

interface Movement {
  kind: Kind;
  /** The provider's number of what moved the money. */
  reference: string;
  /** In minor units of the payment's currency. */
  amount: number;
}

const incoming = new Set<Kind>(['charge', 'refund_returned', 'dispute_won']);

/** Every movement that the provider tells of, in the order in which they can have happened. */
function movementsOf({ charge, refunds, disputes }: Facts): Movement[] {
  if (!charge) return [];
  return [
    { kind: 'charge', reference: charge.id, amount: charge.amount },
    ...refunds.flatMap(({ id: reference, amount, stands }): Movement[] => [
      { kind: 'refund', reference, amount },
      ...(stands ? [] : [{ kind: 'refund_returned', reference, amount } as const]),
    ]),
    ...disputes.flatMap(({ id: reference, amount, state }): Movement[] => [
      { kind: 'dispute', reference, amount },
      ...(state === 'won' ? [{ kind: 'dispute_won', reference, amount } as const] : []),
    ]),
  ];
}

/**
 * Books what has not been booked yet, in the caller's transaction, which holds the payment's row. A charge is worth the
 * payment's US cents. After every movement, what has gone out is worth its share of them: nothing when nothing is out, all
 * when all is, in whatever order the movements were heard of.
 */
export async function book(trx: Db, payment: PaymentRow, facts: Facts): Promise<void> {
  const booked = await trx('payments.ledger')
    .where({ payment_id: payment.id })
    .select<Movement[]>('kind', 'reference', 'amount');
  const charged = facts.charge?.amount ?? payment.amount;
  const worth = (out: number) => Math.round(payment.usd_cents * Math.min(1, Math.max(0, out / charged)));
  let out = booked.reduce((sum, movement) => sum + outgoing(movement), 0);
  for (const movement of movementsOf(facts)) {
    const { kind, reference } = movement;
    if (booked.some((row) => row.kind === kind && row.reference === reference)) continue;
    const before = worth(out);
    out += outgoing(movement);
    const [debit, credit] = incoming.has(kind) ? ['provider', 'revenue'] : ['revenue', 'provider'];
    await trx('payments.ledger').insert({
      ...movement,
      payment_id: payment.id,
      debit,
      credit,
      usd_cents: kind === 'charge' ? payment.usd_cents : Math.abs(worth(out) - before),
      currency: payment.currency,
    });
  }
}

/** What a movement takes away from the charge; negative where it comes back. */
function outgoing({ kind, amount }: Movement): number {
  if (kind === 'charge') return 0;
  return incoming.has(kind) ? -amount : amount;
}

/** Which accounts an award moves its cents between. */
const awardMoves = {
  award: { debit: 'revenue', credit: 'prizes' },
  award_withheld: { debit: 'prizes', credit: 'revenue' },
  payout: { debit: 'prizes', credit: 'provider' },
};

/** Books what becomes of an award, once each. */
export const bookAward: Payments['bookAward'] = async (trx, kind, { id, cents }) => {
  const entry = {
    kind,
    reference: `award ${id}`,
    ...awardMoves[kind],
    usd_cents: cents,
    currency: 'USD',
    amount: cents,
  };
  await trx('payments.ledger').insert(entry);
};
