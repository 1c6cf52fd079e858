import { createAccounts } from '#modules/accounts/index.ts';
import { createAdmin } from '#modules/admin/index.ts';
import { createAnalytics } from '#modules/analytics/index.ts';
import { createBroadcasts } from '#modules/broadcasts/index.ts';
import { createNotifications } from '#modules/notifications/index.ts';
import { createPayments } from '#modules/payments/index.ts';
import { createPrivacy } from '#modules/privacy/index.ts';
import { createPrizes } from '#modules/prizes/index.ts';
import { createSite } from '#modules/site/index.ts';
import { createVoting } from '#modules/voting/index.ts';
import type { Route } from './http/define-route.ts';
import type { Texts } from './i18n/server.ts';
import { auditData } from './platform/audit.ts';
import type { Db } from './platform/db.ts';
import { createEqualTime, type EqualTime } from './platform/equal-time.ts';
import { eventHandlers, type Subscriber } from './platform/events.ts';
import type { CountQueue } from './platform/job-health.ts';
import type { Live } from './platform/live.ts';
import { forgetDone } from './platform/outbox.ts';
import type { Providers } from './platform/providers.ts';
import type { JobHandler } from './platform/queue.ts';
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

/** What a module gives besides its interface. */
interface Parts {
  routes: Route[];
  jobs?: JobHandler[];
  subscribers?: Subscriber[];
  sweeps?: Sweep[];
}

/**
 * Builds every module with those in the rows above it: from top to bottom, nothing bound late
 * (docs/decisions/2026-11-22-one-order-of-modules.md). The only place that knows them all.
 */
export function compose({ countQueue = async () => null, equalTime = createEqualTime(), ...platform }: Platform) {
  const { db, live, texts } = platform;
  const { announce } = live;
  const settings = createSettings(db);
  const base = { ...platform, equalTime, settings, announce, translator: texts.translator };

  const voting = createVoting(base);
  const notifications = createNotifications(base);
  const analytics = createAnalytics(base);

  const accounts = createAccounts({ ...base, voting: voting.api, notifications: notifications.api });

  const asked = { voting: voting.api, notifications: notifications.api, accounts: accounts.api };
  const payments = createPayments({ ...base, ...asked });

  const prizes = createPrizes({ ...base, ...asked, payments: payments.api });

  const site = createSite({ ...base, voting: voting.api, prizes: prizes.api });
  const broadcasts = createBroadcasts({ ...base, ...asked });

  // Those that know of others come first.
  const holders = [broadcasts, prizes, payments, notifications, voting].map(({ personalData }) => personalData);
  const privacy = createPrivacy({ ...base, ...asked, holders: [...holders, auditData] });

  const admin = createAdmin({
    ...{ ...base, ...asked, countQueue },
    ...{ analytics: analytics.api, payments: payments.api, prizes: prizes.api },
    ...{ site: site.api, privacy: privacy.api },
  });

  const modules: Parts[] = [
    ...[voting, notifications, analytics, accounts, payments, prizes],
    ...[site, broadcasts, privacy, admin],
  ];
  const events = eventHandlers(
    db,
    modules.flatMap(({ subscribers = [] }) => subscribers),
  );
  return {
    modules: {
      ...{ voting: voting.api, notifications: notifications.api, analytics: analytics.api, accounts: accounts.api },
      ...{ payments: payments.api, prizes: prizes.api, site: site.api, broadcasts: broadcasts.api },
      ...{ privacy: privacy.api, admin: admin.api },
    },
    settings,
    routes: modules.flatMap(({ routes }) => routes),
    jobs: [...modules.flatMap(({ jobs = [] }) => jobs), ...events],
    sweeps: [
      { name: 'outbox', everySeconds: 3_600, run: () => forgetDone(db) },
      ...modules.flatMap(({ sweeps = [] }) => sweeps),
    ] satisfies Sweep[],
  };
}

export type Composition = ReturnType<typeof compose>;
