import type { Db } from '../../src/platform/db.ts';
import type { Facts } from './rules/standing.ts';
import type { PaymentRow } from './store.ts';

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
    ...refunds.map(({ id, amount }): Movement => ({ kind: 'refund', reference: id, amount })),
    ...disputes.map(({ id, amount }): Movement => ({ kind: 'dispute', reference: id, amount })),
    ...refunds
      .filter(({ stands }) => !stands)
      .map(({ id, amount }): Movement => ({ kind: 'refund_returned', reference: id, amount })),
    ...disputes
      .filter(({ state }) => state === 'won')
      .map(({ id, amount }): Movement => ({ kind: 'dispute_won', reference: id, amount })),
  ];
}

/**
 * Books what has not been booked yet, in the caller's transaction, which holds the payment's row. A charge is worth the
 * payment's US cents; what goes out is worth its share of them, so that all that goes out never exceeds what came in.
 */
export async function book(trx: Db, payment: PaymentRow, facts: Facts): Promise<void> {
  const booked = await trx('payments.ledger')
    .where({ payment_id: payment.id })
    .select<(Movement & { usd_cents: number })[]>('kind', 'reference', 'amount', 'usd_cents');
  const charged = facts.charge?.amount ?? payment.amount;
  for (const movement of movementsOf(facts)) {
    const { kind, reference, amount } = movement;
    if (booked.some((row) => row.kind === kind && row.reference === reference)) continue;
    const out = booked.filter((row) => row.kind !== 'charge');
    const net = (value: (row: (typeof booked)[number]) => number) =>
      out.reduce((sum, row) => sum + (incoming.has(row.kind) ? -value(row) : value(row)), 0);
    const undone = booked.find((row) => row.reference === reference);
    const share = Math.min(1, (net((row) => row.amount) + amount) / charged);
    const usd_cents =
      kind === 'charge'
        ? payment.usd_cents
        : incoming.has(kind)
          ? (undone?.usd_cents ?? 0)
          : Math.max(0, Math.round(payment.usd_cents * share) - net((row) => row.usd_cents));
    const [debit, credit] = incoming.has(kind) ? ['provider', 'revenue'] : ['revenue', 'provider'];
    await trx('payments.ledger').insert({
      ...movement,
      payment_id: payment.id,
      debit,
      credit,
      usd_cents,
      currency: payment.currency,
    });
    booked.push({ ...movement, usd_cents });
  }
}
