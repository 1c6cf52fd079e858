import type { Accounts } from '#modules/accounts/contract/index.ts';
import type { Notifications } from '#modules/notifications/contract/index.ts';
import type { Voting } from '#modules/voting/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import type { StripeAccess } from '#src/platform/stripe.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Currency } from '#src/shared/money.ts';
import { createAdministration } from './admin/administration.ts';
import { createSharedCards } from './admin/shared-cards.ts';
import { createAttempts } from './checkout/attempts.ts';
import { createConfirmations } from './checkout/confirmations.ts';
import { createHistory } from './checkout/history.ts';
import type { AwardSums, PaymentAdministration } from './contract/admin.ts';
import type { Payments } from './contract/index.ts';
import { createDiscrepancies } from './ledger/discrepancies.ts';
import { createJournal } from './ledger/journal.ts';
import { bookAward } from './ledger/ledger.ts';
import { createSums } from './ledger/sums.ts';
import { createEvents } from './settlement/events.ts';
import { lettersOf } from './settlement/letters.ts';
import { createProvider } from './settlement/provider.ts';
import { createReconciliation } from './settlement/reconcile.ts';
import { createRefunds } from './settlement/refunds.ts';
import { createSettlement } from './settlement/settlement.ts';
import { payments, underWay } from './settlement/store.ts';

export { paymentAdminRoutes } from './admin/routes.ts';
export { paymentRoutes } from './checkout/routes.ts';
export { createPaymentData } from './ledger/personal-data.ts';

interface PaymentsDependencies {
  db: Db;
  /** Told when payments may have moved. */
  announce?: () => void;
  stripe: StripeAccess;
  publicUrl: string;
  voting: Voting;
  accounts: Pick<Accounts, 'contactsOf' | 'usernamesOf' | 'peopleLike'>;
  awards: AwardSums;
  notifications: Pick<Notifications, 'send'>;
}

/** Paid ballots: attempts, what the provider tells, refunds and the ledger. */
export function createPayments(dependencies: PaymentsDependencies): Payments & PaymentAdministration {
  const { db, stripe, publicUrl, voting, accounts, awards, announce = () => {} } = dependencies;
  const provider = createProvider(stripe);
  const settlement = createSettlement({
    ...{ db, provider, voting },
    lettersOf: (payment) => lettersOf(dependencies, payment),
  });
  const settle: Payments['settle'] = async (paymentId) => {
    await settlement.settle(paymentId);
    announce();
  };
  const history = createHistory(db, voting);
  const confirmations = createConfirmations({ db, provider, voting, settle, publicUrl, own: history.own });
  const journal = createJournal({ db, provider, accounts });
  const discrepancies = createDiscrepancies({ db, provider, accounts });
  return {
    ...createAttempts({ ...stripe, db, provider, voting, settle, site: new URL(publicUrl).host }),
    ...history,
    confirm: confirmations.confirm,
    forgetStale: confirmations.forgetStale,
    ...createEvents(db, provider, settle),
    ...createReconciliation(db, voting),
    ...createRefunds(db),
    ...createAdministration({ db, provider, voting, accounts, journal, discrepancies }),
    ...createSums({ db, voting, awards }),
    disputes: journal.disputes,
    ledger: journal.ledger,
    exportLedger: journal.exportLedger,
    discrepancies: discrepancies.discrepancies,
    resolveDiscrepancy: discrepancies.resolveDiscrepancy,
    ...createSharedCards(db),
    settle,
    bookAward,

    async byCurrency() {
      const { rows } = await db.raw<{ rows: { currency: Currency; payments: number; revenue: number }[] }>(
        `select currency, count(*) as payments, sum(usd_cents)::bigint as revenue
           from payments.payments where status = 'succeeded' group by currency order by revenue desc, currency`,
      );
      return rows;
    },

    async underWay(topicId) {
      const [row] = await underWay(db).where({ topic_id: topicId }).count({ open: '*' });
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
      if (!payment) throw new AppError('not_found');
      const intent = await provider.secretOf(intentId).catch(() => null);
      if (payment.user_id !== viewer?.id && intent?.clientSecret !== clientSecret) throw new AppError('not_found');
      const goOn = () => (intent?.authenticated ? confirmations.confirmPayment(payment, null) : settle(payment.id));
      const asked = await goOn().then(
        () => payments(db).where({ id: payment.id }).first(),
        () => null, // the sweep will find it
      );
      return { paymentId: payment.id, topicId: payment.topic_id, status: asked?.status ?? null };
    },
  };
}
