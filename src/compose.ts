import {
  accountRoutes,
  actionRoutes,
  createAccounts,
  profileRoutes,
  sessionRoutes,
} from '../modules/accounts/index.ts';
import { adminRoutes, createAdmin } from '../modules/admin/index.ts';
import { analyticsRoutes, createAnalytics } from '../modules/analytics/index.ts';
import {
  broadcastRoutes,
  createNotifications,
  createSubscriptionData,
  subscriptionRoutes,
} from '../modules/notifications/index.ts';
import { createPaymentData, createPayments, paymentRoutes } from '../modules/payments/index.ts';
import { createPrizeData, createPrizes, prizeRoutes } from '../modules/prizes/index.ts';
import { createBallotData, createVoting, votingRoutes } from '../modules/voting/index.ts';
import type { Texts } from './i18n/server.ts';
import { createAuditData } from './platform/audit.ts';
import type { Db } from './platform/db.ts';
import { forgetDone } from './platform/outbox.ts';
import type { Providers } from './platform/providers.ts';
import type { Secrets } from './platform/secrets.ts';
import { createSettings } from './platform/settings.ts';
import type { Sweep } from './platform/sweeper.ts';

export interface Platform extends Providers {
  db: Db;
  secrets: Secrets;
  texts: Texts;
  publicUrl: string;
}

/** Builds every module with what it needs. The only place that knows them all. */
export function compose({ db, secrets, mailer, sms, storage, stripe, texts, publicUrl }: Platform) {
  const settings = createSettings(db);
  // Accounts send messages, and broadcasts pass over suspended accounts: the one is asked when the other is there.
  const notifications = createNotifications({
    ...{ db, secrets, settings, mailer, sms, publicUrl, translator: texts.translator },
    accounts: {
      usernamesOf: (userIds) => accounts.usernamesOf(userIds),
      accountsAt: (trx, emails) => accounts.accountsAt(trx, emails),
    },
  });
  // Topics show their winners, and prizes are made of topics: the one is asked when the other is there.
  const voting = createVoting({ db, winnings: { winningsOf: (topicIds) => prizes.winningsOf(topicIds) } });
  const accounts = createAccounts({
    ...{ db, secrets, settings, storage, notifications, voting },
    holders: [
      createBallotData(db),
      createPaymentData(db),
      createPrizeData(db),
      createSubscriptionData(db),
      createAuditData(db),
    ],
  });
  const analytics = createAnalytics({ db });
  const payments = createPayments({ db, stripe, publicUrl, voting, accounts, notifications });
  const prizes = createPrizes({ db, voting, payments, accounts, notifications });
  const admin = createAdmin({ db, settings, accounts });
  const sweeps: Sweep[] = [
    { name: 'outbox', everySeconds: 3_600, run: () => forgetDone(db) },
    { name: 'accounts', everySeconds: 3_600, run: accounts.forgetStale },
    { name: 'exports', everySeconds: 3_600, run: accounts.forgetExports },
    { name: 'payments', everySeconds: 10, run: payments.reconcile },
    { name: 'ended-topics', everySeconds: 5, run: prizes.findEnded },
    { name: 'payment-events', everySeconds: 120, run: payments.pullEvents },
    { name: 'subscriptions', everySeconds: 3_600, run: notifications.forgetStale },
    { name: 'held-messages', everySeconds: 15, run: notifications.handOn },
    { name: 'broadcasts', everySeconds: 15, run: notifications.mindBroadcasts },
  ];
  return {
    modules: { accounts, admin, analytics, notifications, payments, prizes, voting },
    settings,
    routes: [
      ...accountRoutes(accounts),
      ...profileRoutes(accounts),
      ...actionRoutes(accounts),
      ...sessionRoutes,
      ...adminRoutes(admin),
      ...analyticsRoutes(analytics),
      ...paymentRoutes(payments),
      ...prizeRoutes(prizes),
      ...subscriptionRoutes(notifications),
      ...broadcastRoutes(notifications),
      ...votingRoutes(voting),
    ],
    sweeps,
  };
}

export type Composition = ReturnType<typeof compose>;
