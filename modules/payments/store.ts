import type { Db } from '../../src/platform/db.ts';
import type { Language } from '../../src/shared/languages.ts';
import type { Currency } from '../../src/shared/money.ts';
import type { PaymentReason, PaymentStatus } from './contract.ts';

export interface PaymentRow {
  id: number;
  user_id: number;
  topic_id: number;
  tier: number;
  ranking: number[];
  currency: Currency;
  amount: number;
  /** A decimal: how many units of the currency one US dollar made. */
  rate: string;
  usd_cents: number;
  language: Language;
  /** The host of this site at the time of the attempt. */
  site: string;
  status: PaymentStatus;
  reason: PaymentReason | null;
  intent_id: string | null;
  charge_id: string | null;
  paid_at: Date | null;
  card_brand: string | null;
  card_last4: string | null;
  /** Its topic has ended while it was open: it has been seen to. */
  closing: boolean;
  version: number;
  look_at: Date | null;
  created_at: Date;
}

export const payments = (db: Db) => db<PaymentRow>('payments.payments');

/** Writes down what somebody has to look at, once. */
export async function reportDiscrepancy(db: Db, paymentId: number, kind: string, detail: string): Promise<void> {
  await db('payments.discrepancies')
    .insert({ payment_id: paymentId, kind, detail: detail.slice(0, 500) })
    .onConflict(['payment_id', 'kind', 'detail'])
    .ignore();
}
