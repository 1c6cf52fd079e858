import { forgetDetails } from '#src/platform/audit.ts';
import { enqueue } from '#src/platform/outbox.ts';
import type { PersonalData } from '#src/platform/personal-data.ts';
import { decimalAmount } from '#src/shared/money.ts';
import { settlePayment } from '../jobs.ts';
import { payments } from '../settlement/store.ts';

/** A person's payments. They stay when the person is erased, as the books must, without what tells of the card and of why it was given back. */
export const paymentData: PersonalData = {
  async dataOf(db, { id }) {
    const [rows, refunds] = await Promise.all([
      payments(db).where({ user_id: id }).orderBy('id'),
      db('payments.refund_requests').whereIn('payment_id', payments(db).where({ user_id: id }).select('id')),
    ]);
    const reasons = new Map(refunds.map(({ payment_id, reason }) => [payment_id as number, reason as string | null]));
    return {
      payments: rows.map((row) => ({
        number: row.id,
        topic: row.topic_id,
        places: row.tier,
        amount: decimalAmount(row.amount, row.currency),
        currency: row.currency,
        status: row.status,
        reason: row.reason,
        refundReason: reasons.get(row.id) ?? null,
        cardBrand: row.card_brand,
        cardLast4: row.card_last4,
        startedAt: row.created_at,
        chargedAt: row.paid_at,
      })),
    };
  },

  async erase(trx, { id }) {
    await payments(trx)
      .where({ user_id: id })
      .update({ card_brand: null, card_last4: null, card_fingerprint: null } as object);
    const ids = await payments(trx).where({ user_id: id }).pluck('id');
    const open = await payments(trx)
      .where({ user_id: id })
      .whereIn('status', ['open', 'processing'])
      .update({ take_back: 'erased' })
      .returning('id');
    for (const { id: paymentId } of open) await enqueue(trx, settlePayment, { paymentId });
    await trx('payments.declines').whereIn('payment_id', ids).update({ card_fingerprint: null });
    await trx('payments.confirmations').where({ user_id: id }).delete();
    await trx('payments.refund_requests').whereIn('payment_id', ids).update({ reason: null });
    await forgetDetails(trx, 'payment', ids);
  },
};
