import type { Db } from '../../src/platform/db.ts';
import type { Secrets } from '../../src/platform/secrets.ts';
import type { Settings } from '../../src/platform/settings.ts';
import type { Notifications } from '../notifications/contract.ts';
import { createCodes } from './codes.ts';
import type { Accounts } from './contract.ts';
import { createLogin } from './login.ts';
import { createPreferences } from './preferences.ts';
import { createRegistration } from './registration.ts';
import { createResets } from './resets.ts';
import { createVerification } from './verification.ts';

export { accountRoutes } from './routes.ts';

/** Who somebody is: registration, codes, forgotten passwords, login, sessions' users. */
export function createAccounts(dependencies: {
  db: Db;
  secrets: Secrets;
  notifications: Notifications;
  settings: Settings;
}): Accounts {
  const { db, secrets, settings } = dependencies;
  const codes = createCodes(db, secrets);
  const verification = createVerification({ ...dependencies, codes });
  const { verifyEmail, verifyPhone, resendCode, verificationOf } = verification;
  return {
    ...createRegistration({ ...dependencies, codes, verification }),
    verifyEmail,
    verifyPhone,
    resendCode,
    verificationOf,
    ...createResets({ ...dependencies, codes, verification }),
    ...createLogin(db, verification),
    ...createPreferences(db),
    async registrationSettings() {
      return { registrationOpen: await settings.get('allow_registration'), ...(await verification.policy()) };
    },
    async forgetStale() {
      await db('accounts.codes').where('created_at', '<', db.raw("now() - interval '2 days'")).delete();
      await db('accounts.password_resets').where('created_at', '<', db.raw("now() - interval '2 days'")).delete();
      await db('accounts.users')
        .whereNull('claimed_at')
        .where('created_at', '<', db.raw("now() - interval '30 days'"))
        .delete();
    },
  };
}
