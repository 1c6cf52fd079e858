import type { Db } from '../../src/platform/db.ts';
import type { Secrets } from '../../src/platform/secrets.ts';
import type { Notifications } from '../notifications/contract.ts';
import { createCodes } from './codes.ts';
import type { Accounts } from './contract.ts';
import { createLogin } from './login.ts';
import { createPreferences } from './preferences.ts';
import { createRegistration } from './registration.ts';

export { accountRoutes } from './routes.ts';

/** Who somebody is: registration, codes, login, sessions' users. */
export function createAccounts(dependencies: { db: Db; secrets: Secrets; notifications: Notifications }): Accounts {
  const { db, secrets, notifications } = dependencies;
  const registration = createRegistration({ db, codes: createCodes(db, secrets), notifications });
  const { login, sessionUser } = createLogin(db, registration);
  return {
    register: registration.register,
    verifyEmail: registration.verifyEmail,
    resendCode: registration.resendCode,
    login,
    async registrationSettings() {
      return { registrationOpen: true, phone: 'optional', email: 'required' };
    },
    sessionUser,
    ...createPreferences(db),
    async forgetStale() {
      await db('accounts.codes').where('created_at', '<', db.raw("now() - interval '2 days'")).delete();
      await db('accounts.users')
        .whereNull('claimed_at')
        .where('created_at', '<', db.raw("now() - interval '30 days'"))
        .delete();
    },
  };
}
