import type { Db } from '../../src/platform/db.ts';
import type { Secrets } from '../../src/platform/secrets.ts';
import type { Storage } from '../../src/platform/storage.ts';
import type { Notifications } from '../notifications/contract.ts';
import type { Voting } from '../voting/contract.ts';
import { createActivities } from './activities.ts';
import { createCodes } from './codes.ts';
import type { Accounts } from './contract.ts';
import { createLogin } from './login.ts';
import { createPictures } from './pictures.ts';
import { createPreferences } from './preferences.ts';
import { createProfiles } from './profile.ts';
import { createRegistration } from './registration.ts';

export { profileRoutes } from './profile-routes.ts';
export { accountRoutes } from './routes.ts';
export { sessionRoutes } from './session-routes.ts';

interface AccountsDependencies {
  db: Db;
  secrets: Secrets;
  storage: Storage;
  notifications: Notifications;
  voting: Pick<Voting, 'voterTotals'>;
}

/** Who somebody is: registration, codes, login, sessions' users. */
export function createAccounts(dependencies: AccountsDependencies): Accounts {
  const { db, secrets, storage, notifications, voting } = dependencies;
  const activities = createActivities(db);
  const registration = createRegistration({ db, codes: createCodes(db, secrets), notifications });
  const { login, sessionUser } = createLogin(db, registration);
  return {
    register: registration.register,
    verifyEmail: registration.verifyEmail,
    resendCode: registration.resendCode,
    login,
    sessionUser,
    ...createPreferences(db),
    ...createProfiles({ db, voting, activities, pictures: createPictures(storage) }),
    async forgetStale() {
      await db('accounts.codes').where('created_at', '<', db.raw("now() - interval '2 days'")).delete();
      await db('accounts.users')
        .whereNull('claimed_at')
        .where('created_at', '<', db.raw("now() - interval '30 days'"))
        .delete();
    },
  };
}
