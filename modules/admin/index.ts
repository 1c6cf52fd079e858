import type { Accounts } from '#modules/accounts/contract/index.ts';
import type { Analytics } from '#modules/analytics/contract/index.ts';
import type { Notifications } from '#modules/notifications/contract/index.ts';
import type { PaymentAdministration } from '#modules/payments/contract/admin.ts';
import type { Payments } from '#modules/payments/contract/index.ts';
import type { Privacy } from '#modules/privacy/contract/index.ts';
import type { Prizes } from '#modules/prizes/contract/index.ts';
import type { Site } from '#modules/site/contract/index.ts';
import type { Voting, VotingPages } from '#modules/voting/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import type { CountQueue } from '#src/platform/job-health.ts';
import type { Live } from '#src/platform/live.ts';
import type { Settings } from '#src/platform/settings.ts';
import type { Admin } from './contract/index.ts';
import { createDashboard } from './dashboard/dashboard.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { createActivity } from './operations/activity.ts';
import { createJobs } from './operations/jobs.ts';
import { operationRoutes } from './operations/routes.ts';
import { createSettingChanges } from './operations/settings.ts';
import { createPeople } from './people/people.ts';
import { userRoutes } from './people/routes.ts';
import { createReconciliation } from './reconciliation/reconciliation.ts';
import { reconciliationRoutes } from './reconciliation/routes.ts';

interface AdminDependencies {
  db: Db;
  settings: Settings;
  live: Live;
  countQueue: CountQueue;
  accounts: Accounts;
  analytics: Analytics;
  notifications: Pick<Notifications, 'textsToday'>;
  payments: Payments & PaymentAdministration;
  prizes: Prizes;
  privacy: Privacy;
  site: Site;
  voting: Voting & VotingPages;
}

/** The back office over all modules: its figures, people with what they did, sums that must agree, settings, jobs, audit. */
export function createAdmin(dependencies: AdminDependencies) {
  const { db, settings, accounts, notifications, countQueue } = dependencies;
  const people = createPeople(dependencies);
  const reconciliation = createReconciliation(dependencies);
  const admin: Admin = {
    ...createDashboard(dependencies),
    ...createJobs(db, countQueue),
    ...createSettingChanges(db, settings, notifications),
    ...createActivity(db, accounts),
  };
  return {
    api: { ...admin, ...people, reconciliation },
    routes: [
      ...dashboardRoutes(admin),
      ...operationRoutes(admin),
      ...userRoutes(db, accounts, people),
      ...reconciliationRoutes(reconciliation),
    ],
  };
}
