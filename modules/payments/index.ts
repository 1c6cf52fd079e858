import type { Db } from '../../src/platform/db.ts';
import type { StripeAccess } from '../../src/platform/stripe.ts';
import { AppError } from '../../src/shared/errors.ts';
import type { Accounts } from '../accounts/contract.ts';
import type { Notifications } from '../notifications/contract.ts';
import type { Voting } from '../voting/contract.ts';
import { createAttempts } from './attempts.ts';
import type { Payments } from './contract.ts';
import { createEvents } from './events.ts';
import { createHistory } from './history.ts';
import { bookAward } from './ledger.ts';
import { lettersOf } from './letters.ts';
import { createProvider } from './provider.ts';
import { createReconciliation } from './reconcile.ts';
import { createSettlement } from './settlement.ts';
import { createSharedCards } from './shared-cards.ts';
import { payments } from './store.ts';

export { createPaymentData } from './personal-data.ts';
export { paymentRoutes } from './routes.ts';

interface PaymentsDependencies {
  db: Db;
  stripe: StripeAccess;
  publicUrl: string;
  voting: Voting;
  accounts: Pick<Accounts, 'contactsOf'>;
  notifications: Pick<Notifications, 'send'>;
}

/** Paid ballots: attempts, what the provider tells, refunds and the ledger. */
export function createPayments(dependencies: PaymentsDependencies): Payments {
  const { db, stripe, publicUrl, voting } = dependencies;
  const provider = createProvider(stripe);
  const { settle } = createSettlement({
    ...{ db, provider, voting },
    lettersOf: (payment) => lettersOf(dependencies, payment),
  });
  const history = createHistory(db, voting);
  return {
    ...createAttempts({ ...stripe, db, provider, voting, settle, site: new URL(publicUrl).host }),
    ...history,
    ...createEvents(db, provider),
    ...createReconciliation(db, voting),
    ...createSharedCards(db),
    settle,
    bookAward,

    async underWay(topicId) {
      const [row] = await payments(db)
        .where({ topic_id: topicId })
        .whereIn('status', ['open', 'processing', 'refunding'])
        .count({ open: '*' });
      return Number(row?.open ?? 0);
    },

    async settleOwn(viewer, paymentId) {
      await history.own(viewer, paymentId);
      await settle(paymentId).catch((error) => {
        throw new AppError('unavailable', { cause: error });
      });
      return history.own(viewer, paymentId);
    },

    async settleReturned(viewer, intentId, clientSecret) {
      const payment = await payments(db).where({ intent_id: intentId }).first();
      const isBuyers = payment?.user_id === viewer?.id;
      if (!payment || !(isBuyers || (await provider.secretOf(intentId)).clientSecret === clientSecret)) {
        throw new AppError('not_found');
      }
      const asked = await settle(payment.id).then(
        () => payments(db).where({ id: payment.id }).first(),
        () => null, // the sweep will find it
      );
      return { paymentId: payment.id, topicId: payment.topic_id, status: asked?.status ?? null };
    },
  };
}
