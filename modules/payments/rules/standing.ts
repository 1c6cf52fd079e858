import type { Currency } from '#src/shared/money.ts';

/** What the provider says of an intent. Amounts are in minor units of its currency. */
export interface Facts {
  intentId: string;
  state: 'open' | 'processing' | 'canceled' | 'succeeded';
  amount: number;
  /** ISO 4217, upper case. */
  currency: string;
  livemode: boolean;
  /** The site and the payment that the intent was made for, as it says. */
  site: string | undefined;
  payment: string | undefined;
  charge: Charge | null;
  /** Oldest first. One that failed no longer stands: its money came back. */
  refunds: { id: string; amount: number; stands: boolean }[];
  /** Oldest first, without mere inquiries. */
  disputes: { id: string; amount: number; state: 'open' | 'won' | 'lost' }[];
  /** `card` is its fingerprint, where the provider tells it. */
  declines: { chargeId: string; code: string; card: string | null; at: Date }[];
}

export interface Charge {
  id: string;
  amount: number;
  /** The provider's time of the payment. */
  at: Date;
  card: { brand: string | null; last4: string | null; fingerprint: string | null };
}

export type Standing = 'open' | 'processing' | 'canceled' | 'paid' | 'part_refunded' | 'refunded' | 'disputed';

/** How the money stands. A dispute that is open or lost goes before everything: that money is not ours to move. */
export function standingOf({ state, charge, refunds, disputes }: Facts): Standing {
  if (state !== 'succeeded' || !charge) return state === 'succeeded' ? 'processing' : state;
  if (disputes.some((dispute) => dispute.state !== 'won')) return 'disputed';
  const returned = refunds.reduce((sum, refund) => sum + (refund.stands ? refund.amount : 0), 0);
  if (returned >= charge.amount) return 'refunded';
  return returned > 0 ? 'part_refunded' : 'paid';
}

interface Asked {
  id: number;
  /** Keeps several sites on one account of the provider apart. */
  site: string;
  amount: number;
  currency: Currency;
}

/** What of an intent is not as it was asked for; null where everything fits. */
export function misfitOf(payment: Asked, facts: Facts, own: { livemode: boolean }): string | null {
  const compared: [name: string, asked: unknown, said: unknown][] = [
    ['amount', payment.amount, facts.amount],
    ['charged', payment.amount, facts.charge?.amount ?? payment.amount],
    ['currency', payment.currency, facts.currency],
    ['livemode', own.livemode, facts.livemode],
    ['site', payment.site, facts.site],
    ['payment', String(payment.id), facts.payment],
  ];
  const different = compared.filter(([, asked, said]) => asked !== said);
  if (different.length === 0) return null;
  return different.map(([name, asked, said]) => `${name}: ${said} instead of ${asked}`).join('; ');
}
