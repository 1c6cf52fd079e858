import type { Accounts } from '#modules/accounts/contract/index.ts';
import type { Analytics } from '#modules/analytics/contract/index.ts';
import type { Notifications } from '#modules/notifications/contract/index.ts';
import type { Payments } from '#modules/payments/contract/index.ts';
import type { Voting } from '#modules/voting/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import type { CountQueue } from '#src/platform/job-health.ts';
import type { Live } from '#src/platform/live.ts';
import type { Settings } from '#src/platform/settings.ts';
import type { Admin } from './contract/index.ts';
import { createDashboard } from './dashboard/dashboard.ts';
import { createActivity } from './operations/activity.ts';
import { createJobs } from './operations/jobs.ts';
import { createSettingChanges } from './operations/settings.ts';

export { adminRoutes } from './operations/routes.ts';

interface AdminDependencies {
  db: Db;
  settings: Settings;
  live: Live;
  countQueue: CountQueue;
  accounts: Pick<Accounts, 'usernamesOf' | 'registrations'>;
  analytics: Pick<Analytics, 'pageViews'>;
  notifications: Pick<Notifications, 'textsToday'>;
  payments: Pick<Payments, 'byCurrency'>;
  voting: Pick<Voting, 'figures' | 'results' | 'stats'>;
}

/** What concerns the whole site and no module alone: its figures, settings, jobs, and what admins have done. */
export function createAdmin(dependencies: AdminDependencies): Admin {
  const { db, settings, accounts, notifications, countQueue } = dependencies;
  return {
    ...createDashboard(dependencies),
    ...createJobs(db, countQueue),
    ...createSettingChanges(db, settings, notifications),
    ...createActivity(db, accounts),
  };
}
