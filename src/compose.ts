import {
  accountRoutes,
  actionRoutes,
  createAccounts,
  profileRoutes,
  sessionRoutes,
  userRoutes,
} from '#modules/accounts/index.ts';
import { adminRoutes, createAdmin } from '#modules/admin/index.ts';
import { analyticsRoutes, createAnalytics } from '#modules/analytics/index.ts';
import {
  broadcastRoutes,
  createNotifications,
  createSubscriptionData,
  subscriptionRoutes,
} from '#modules/notifications/index.ts';
import { createPaymentData, createPayments, paymentAdminRoutes, paymentRoutes } from '#modules/payments/index.ts';
import { createPrizeData, createPrizes, prizeAdminRoutes, prizeRoutes } from '#modules/prizes/index.ts';
import {
  createBallotData,
  createTopicAdministration,
  createVoting,
  topicAdministrationRoutes,
  votingRoutes,
} from '#modules/voting/index.ts';
import type { Texts } from './i18n/server.ts';
import { createAuditData } from './platform/audit.ts';
import type { Db } from './platform/db.ts';
import { createEqualTime, type EqualTime } from './platform/equal-time.ts';
import type { CountQueue } from './platform/job-health.ts';
import type { Live } from './platform/live.ts';
import { forgetDone } from './platform/outbox.ts';
import type { Providers } from './platform/providers.ts';
import type { Secrets } from './platform/secrets.ts';
import { createSettings } from './platform/settings.ts';
import type { Sweep } from './platform/sweeper.ts';

export interface Platform extends Providers {
  db: Db;
  secrets: Secrets;
  texts: Texts;
  live: Live;
  /** What BullMQ says of a queue, for the process that shows it. */
  countQueue?: CountQueue;
  publicUrl: string;
  /** For answers that must not tell by their time what was found. */
  equalTime?: EqualTime;
}

/** Builds every module with what it needs. The only place that knows them all. */
export function compose({
  db,
  secrets,
  mailer,
  sms,
  storage,
  stripe,
  texts,
  live,
  publicUrl,
  countQueue = async () => null,
  equalTime = createEqualTime(),
}: Platform) {
  const settings = createSettings(db);
  // Accounts send messages, and broadcasts pass over suspended accounts: the one is asked when the other is there.
  const notifications = createNotifications({
    ...{ db, equalTime, secrets, settings, mailer, sms, publicUrl, translator: texts.translator },
    accounts: {
      usernamesOf: (trx, userIds) => accounts.usernamesOf(trx, userIds),
      accountsAt: (trx, emails) => accounts.accountsAt(trx, emails),
    },
  });
  // Topics show their winners, and prizes are made of topics: the one is asked when the other is there.
  const voting = {
    ...createVoting({
      db,
      announce: live.announce,
      winnings: { winningsOf: (topicIds) => prizes.winningsOf(topicIds) },
    }),
    ...createTopicAdministration({ db, storage }),
  };
  const accounts = createAccounts({
    ...{ db, equalTime, secrets, settings, storage, notifications, voting },
    awards: { hasOpenAwards: (userId) => prizes.hasOpenAwards(userId) },
    cards: {
      sharingCards: (userId) => payments.sharingCards(userId),
      sharedCards: (page) => payments.sharedCards(page),
    },
    holders: [
      createBallotData(db),
      createPaymentData(db),
      createPrizeData(db),
      createSubscriptionData(db),
      createAuditData(db),
    ],
  });
  const analytics = createAnalytics({ db });
  // The books say what awards come to, and awards are booked there.
  const awards = { awardSums: (trx: Db) => prizes.awardSums(trx) };
  const payments = createPayments({
    db,
    stripe,
    publicUrl,
    announce: live.announce,
    voting,
    accounts,
    notifications,
    awards,
  });
  const prizes = createPrizes({ db, voting, payments, accounts, notifications });
  const admin = createAdmin({ db, settings, live, countQueue, accounts, analytics, notifications, payments, voting });
  const sweeps: Sweep[] = [
    { name: 'outbox', everySeconds: 3_600, run: () => forgetDone(db) },
    { name: 'accounts', everySeconds: 3_600, run: accounts.forgetStale },
    { name: 'exports', everySeconds: 3_600, run: accounts.forgetExports },
    { name: 'payments', everySeconds: 10, run: payments.reconcile },
    { name: 'ended-topics', everySeconds: 5, run: prizes.findEnded },
    { name: 'payment-tries', everySeconds: 3_600, run: payments.forgetStale },
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
      ...sessionRoutes(accounts),
      ...userRoutes(accounts),
      ...adminRoutes(admin),
      ...analyticsRoutes(analytics),
      ...paymentRoutes(payments),
      ...paymentAdminRoutes(payments),
      ...prizeRoutes(prizes),
      ...prizeAdminRoutes(prizes),
      ...subscriptionRoutes(notifications),
      ...broadcastRoutes(notifications),
      ...votingRoutes(voting),
      ...topicAdministrationRoutes(voting),
    ],
    sweeps,
  };
}

export type Composition = ReturnType<typeof compose>;
