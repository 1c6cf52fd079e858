import { accountRoutes, createAccounts } from '../modules/accounts/index.ts';
import { analyticsRoutes, createAnalytics } from '../modules/analytics/index.ts';
import { createNotifications, subscriptionRoutes } from '../modules/notifications/index.ts';
import { createVoting, votingRoutes } from '../modules/voting/index.ts';
import type { Texts } from './i18n/server.ts';
import type { Db } from './platform/db.ts';
import type { Mailer } from './platform/mail.ts';
import { forgetDone } from './platform/outbox.ts';
import type { Secrets } from './platform/secrets.ts';
import { createSettings } from './platform/settings.ts';
import type { SmsGateway } from './platform/sms.ts';
import type { Sweep } from './platform/sweeper.ts';

export interface Platform {
  db: Db;
  secrets: Secrets;
  mailer: Mailer;
  sms: SmsGateway;
  texts: Texts;
  publicUrl: string;
}

/** Builds every module with what it needs. The only place that knows them all. */
export function compose({ db, secrets, mailer, sms, texts, publicUrl }: Platform) {
  const settings = createSettings(db);
  const notifications = createNotifications({ db, secrets, mailer, sms, translator: texts.translator, publicUrl });
  const accounts = createAccounts({ db, secrets, notifications, settings });
  const voting = createVoting({ db });
  const analytics = createAnalytics({ db });
  const sweeps: Sweep[] = [
    { name: 'outbox', everySeconds: 3_600, run: () => forgetDone(db) },
    { name: 'accounts', everySeconds: 3_600, run: accounts.forgetStale },
    { name: 'subscriptions', everySeconds: 3_600, run: notifications.forgetStale },
  ];
  return {
    modules: { accounts, analytics, notifications, voting },
    settings,
    routes: [
      ...accountRoutes(accounts),
      ...analyticsRoutes(analytics),
      ...subscriptionRoutes(notifications),
      ...votingRoutes(voting),
    ],
    sweeps,
  };
}

export type Composition = ReturnType<typeof compose>;
