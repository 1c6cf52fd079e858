import type { Db } from '#src/platform/db.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Payments } from '../contract/index.ts';
import type { Provider } from '../settlement/provider.ts';
import { type PaymentRow, payments } from '../settlement/store.ts';

interface Dependencies {
  db: Db;
  provider: Pick<Provider, 'secretOf'>;
  settle: Payments['settle'];
  own: Payments['own'];
  /** Goes on with a payment whose buyer has been authenticated. */
  goOn(payment: PaymentRow): Promise<unknown>;
}

/** Buyers who come back, and ask how their payment stands. */
export function createReturns({
  db,
  provider,
  settle,
  own,
  goOn,
}: Dependencies): Pick<Payments, 'settleOwn' | 'settleReturned'> {
  return {
    async settleOwn(viewer, paymentId) {
      await own(viewer, paymentId);
      await settle(paymentId).catch((error) => {
        throw new AppError('unavailable', { cause: error });
      });
      return own(viewer, paymentId);
    },

    async settleReturned(viewer, intentId, clientSecret) {
      const payment = await payments(db).where({ intent_id: intentId }).first();
      if (!payment) throw new AppError('not_found');
      const intent = await provider.secretOf(intentId).catch(() => null);
      if (payment.user_id !== viewer?.id && intent?.clientSecret !== clientSecret) throw new AppError('not_found');
      const asked = await (intent?.authenticated ? goOn(payment) : settle(payment.id)).then(
        () => payments(db).where({ id: payment.id }).first(),
        () => null, // the sweep will find it
      );
      return { paymentId: payment.id, topicId: payment.topic_id, status: asked?.status ?? null };
    },
  };
}
