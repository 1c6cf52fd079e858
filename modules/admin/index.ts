import type { Db } from '../../src/platform/db.ts';
import type { CountQueue } from '../../src/platform/job-health.ts';
import type { Live } from '../../src/platform/live.ts';
import type { Settings } from '../../src/platform/settings.ts';
import type { Accounts } from '../accounts/contract.ts';
import type { Analytics } from '../analytics/contract.ts';
import type { Notifications } from '../notifications/contract.ts';
import type { Payments } from '../payments/contract.ts';
import type { Voting } from '../voting/contract.ts';
import { createActivity } from './activity.ts';
import type { Admin } from './contract.ts';
import { createDashboard } from './dashboard.ts';
import { createJobs } from './jobs.ts';
import { createSettingChanges } from './settings.ts';

export { adminRoutes } from './routes.ts';

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
