import type { Db } from '../../src/platform/db.ts';
import type { Settings } from '../../src/platform/settings.ts';
import type { Accounts } from '../accounts/contract.ts';
import { createActivity } from './activity.ts';
import type { Admin } from './contract.ts';
import { createSettingChanges } from './settings.ts';

export { adminRoutes } from './routes.ts';

interface AdminDependencies {
  db: Db;
  settings: Settings;
  accounts: Pick<Accounts, 'usernamesOf'>;
}

/** What concerns the whole site and no module alone: its figures, settings, jobs, and what admins have done. */
export function createAdmin({ db, settings, accounts }: AdminDependencies): Admin {
  return {
    ...createSettingChanges(db, settings),
    ...createActivity(db, accounts),
  };
}
