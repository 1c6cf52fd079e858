import { audit } from '#src/platform/audit.ts';
import type { Db } from '#src/platform/db.ts';
import { enqueue } from '#src/platform/outbox.ts';
import { AppError } from '#src/shared/errors.ts';
import { decimalAmount } from '#src/shared/money.ts';
import type { PaymentAdministration } from '../contract/admin.ts';
import { settlePayment } from '../jobs.ts';
import { payments } from './store.ts';

/** Refunds by hand. Here one is only asked for, once a payment; settling sees it and does what has to be done. */
export function createRefunds(db: Db): Pick<PaymentAdministration, 'refund'> {
  return {
    async refund(admin, paymentId, reason) {
      await db.transaction(async (trx) => {
        const payment = await payments(trx).where({ id: paymentId }).forUpdate().first();
        if (!payment) throw new AppError('not_found');
        if (payment.status !== 'succeeded') throw new AppError('not_refundable');
        const asked = await trx('payments.refund_requests')
          .insert({ payment_id: paymentId, requested_by: admin.id, reason })
          .onConflict('payment_id')
          .ignore()
          .returning('payment_id');
        if (asked.length === 0) throw new AppError('not_refundable');
        const { currency, usd_cents: usdCents } = payment;
        const amount = decimalAmount(payment.amount, currency);
        await audit(trx, {
          actor: admin,
          action: 'payment_refunded',
          subject: { kind: 'payment', id: paymentId },
          after: { reason, amount, currency, usdCents },
        });
        await enqueue(trx, settlePayment, { paymentId });
      });
    },
  };
}
