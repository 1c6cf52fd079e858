import type { Accounts } from '#modules/accounts/contract/index.ts';
import type { Notifications } from '#modules/notifications/contract/index.ts';
import { topicCancelled } from '#modules/voting/contract/events.ts';
import type { Voting } from '#modules/voting/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import { subscribe } from '#src/platform/events.ts';
import type { StripeAccess } from '#src/platform/stripe.ts';
import { createAdministration } from './admin/administration.ts';
import { paymentAdminRoutes } from './admin/routes.ts';
import { cardSharing } from './admin/shared-cards.ts';
import { createAttempts } from './checkout/attempts.ts';
import { createConfirmations } from './checkout/confirmations.ts';
import { createHistory } from './checkout/history.ts';
import { createReturns } from './checkout/returns.ts';
import { paymentRoutes } from './checkout/routes.ts';
import type { PaymentAdministration } from './contract/admin.ts';
import type { Payments } from './contract/index.ts';
import { paymentJobs, refundTopic } from './jobs.ts';
import { createDiscrepancies } from './ledger/discrepancies.ts';
import { createJournal } from './ledger/journal.ts';
import { bookAward } from './ledger/ledger.ts';
import { paymentData } from './ledger/personal-data.ts';
import { bookSums } from './ledger/sums.ts';
import { paymentTotals } from './ledger/totals.ts';
import { createEvents } from './settlement/events.ts';
import { createLetters } from './settlement/letters.ts';
import { createProvider } from './settlement/provider.ts';
import { createReconciliation } from './settlement/reconcile.ts';
import { createRefunds } from './settlement/refunds.ts';
import { webhookRoutes } from './settlement/routes.ts';
import { createSettlement } from './settlement/settlement.ts';

interface PaymentsDependencies {
  db: Db;
  /** Told when payments may have moved. */
  announce?: () => void;
  stripe: StripeAccess;
  publicUrl: string;
  voting: Voting;
  accounts: Pick<Accounts, 'contactsOf' | 'usernamesOf' | 'peopleLike'>;
  notifications: Pick<Notifications, 'send'>;
}

/** Paid ballots: attempts, what the provider tells, refunds and the ledger. */
export function createPayments({
  db,
  stripe,
  publicUrl,
  voting,
  announce = () => {},
  ...others
}: PaymentsDependencies) {
  const { accounts, notifications } = others;
  const provider = createProvider(stripe);
  const tell = createLetters({ accounts, notifications, voting });
  const settle = createSettlement({ db, provider, voting, tell, announce });
  const history = createHistory(db, voting);
  const { confirm, confirmPayment, forgetStale } = createConfirmations({
    ...{ db, provider, voting, settle, publicUrl, own: history.own },
  });
  const journal = createJournal({ db, provider, accounts });
  const discrepancies = createDiscrepancies({ db, provider, accounts });
  const payments: Payments = {
    ...createAttempts({ ...stripe, db, provider, voting, settle, site: new URL(publicUrl).host }),
    ...createReturns({ db, provider, settle, own: history.own, goOn: (payment) => confirmPayment(payment, null) }),
    ...history,
    ...createEvents(db, provider, settle),
    ...createReconciliation(db, voting),
    ...cardSharing,
    ...paymentTotals,
    ...{ settle, confirm, forgetStale, bookAward },
  };
  const administration: PaymentAdministration = {
    ...createAdministration({ db, provider, voting, accounts, journal, discrepancies }),
    ...createRefunds(db),
    ...journal,
    ...discrepancies,
    bookSums,
  };
  return {
    api: { ...payments, ...administration },
    routes: [...paymentRoutes(payments), ...webhookRoutes(payments), ...paymentAdminRoutes(administration)],
    jobs: paymentJobs(payments),
    subscribers: [subscribe(topicCancelled, refundTopic)],
    sweeps: [
      { name: 'payments', everySeconds: 10, run: payments.reconcile },
      { name: 'payment-tries', everySeconds: 3_600, run: payments.forgetStale },
      { name: 'payment-events', everySeconds: 120, run: payments.pullEvents },
    ],
    personalData: paymentData,
  };
}
