import type { Db } from '#src/platform/db.ts';
import type { Language } from '#src/shared/languages.ts';
import type { Currency } from '#src/shared/money.ts';
import type { discrepancyKinds } from '../contract/admin.ts';
import type { PaymentReason, PaymentStatus } from '../contract/index.ts';

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
  /** Why it is to be taken back although its topic goes on; null where it may be paid. */
  take_back: 'abandoned' | 'erased' | null;
  version: number;
  look_at: Date | null;
  created_at: Date;
}

export const payments = (db: Db) => db<PaymentRow>('payments.payments');

/** Whether an admin has asked for a payment's refund, as a condition on a row of payments. */
const refundAsked = 'exists (select 1 from payments.refund_requests where payment_id = payments.id)';

/** The same as a column of a query on payments. */
export const refundAskedColumn = (db: Db) => db.raw<boolean>(`${refundAsked} as refund_asked`);

/** Payments that have not come to rest. */
export const underWay = (db: Db) =>
  payments(db).whereRaw(`(status in ('open', 'processing', 'refunding') or (status = 'succeeded' and ${refundAsked}))`);

/**
 * Writes down what somebody has to look at, once. What was resolved stays so, because it is found again at every look;
 * unless it `recurs`: then it is open again.
 */
export async function reportDiscrepancy(
  db: Db,
  paymentId: number,
  kind: (typeof discrepancyKinds)[number],
  detail: string,
  { recurs = false } = {},
): Promise<void> {
  const insertion = db('payments.discrepancies')
    .insert({ payment_id: paymentId, kind, detail: detail.slice(0, 500) })
    .onConflict(['payment_id', 'kind', 'detail']);
  if (!recurs) await insertion.ignore();
  else {
    await insertion
      .merge({ found_at: db.fn.now(), resolved_at: null, resolved_by: null, note: null })
      .whereNotNull('discrepancies.resolved_at');
  }
}
