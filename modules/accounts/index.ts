import type { Notifications } from '#modules/notifications/contract/index.ts';
import type { Voting } from '#modules/voting/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import type { EqualTime } from '#src/platform/equal-time.ts';
import type { Secrets } from '#src/platform/secrets.ts';
import type { Settings } from '#src/platform/settings.ts';
import type { Storage } from '#src/platform/storage.ts';
import { asAdmin, createAdminNotices } from './admin/admins.ts';
import { accountAdminRoutes } from './admin/routes.ts';
import { createUserAdministration } from './admin/user-administration.ts';
import { createUserDetail } from './admin/user-detail.ts';
import { accountTable } from './admin/user-table.ts';
import type { Accounts } from './contract/index.ts';
import { people } from './directory/people.ts';
import { createCodes } from './identity/codes.ts';
import { createEndings } from './identity/endings.ts';
import { identity } from './identity/identity.ts';
import { createPasswordTokens } from './identity/password-tokens.ts';
import { accountJobs } from './jobs.ts';
import { createContacts } from './profile/contacts.ts';
import { createPicturesOfPeople } from './profile/pictures.ts';
import { createPreferences } from './profile/preferences.ts';
import { createProfiles } from './profile/profile.ts';
import { profileRoutes } from './profile/routes.ts';
import { createResets } from './recovery/resets.ts';
import { passwordRoutes } from './recovery/routes.ts';
import { createLogin } from './sessions/login.ts';
import { loginRoutes } from './sessions/routes.ts';
import { sessionRoutes } from './sessions/session-routes.ts';
import { createRegistration } from './signup/registration.ts';
import { registrationRoutes } from './signup/routes.ts';
import { createCodeSending } from './signup/sending.ts';
import { forgetStale } from './signup/stale.ts';
import { createVerification } from './signup/verification.ts';

export { accountCommands } from './admin/new-users.ts';

interface AccountsDependencies {
  db: Db;
  equalTime: EqualTime;
  secrets: Secrets;
  storage: Storage;
  settings: Settings;
  notifications: Notifications;
  voting: Pick<Voting, 'voterTotals'>;
}

/** Who somebody is: registration, codes, forgotten passwords, login, sessions' users, profiles. */
export function createAccounts(dependencies: AccountsDependencies) {
  const { db, secrets, storage, notifications } = dependencies;
  const pictures = createPicturesOfPeople(storage);
  const codes = createCodes(secrets, notifications);
  const tokens = createPasswordTokens(secrets);
  const endings = createEndings(notifications);
  const sending = createCodeSending({ ...dependencies, codes });
  const contacts = createContacts({ db, codes, endings, notifications });
  const accounts: Accounts = {
    ...createRegistration({ ...dependencies, codes, sending }),
    ...createVerification({ ...dependencies, codes, tokens, sending }),
    ...createResets({ ...dependencies, tokens, endings, sending }),
    ...createLogin({ db, secrets, sending }),
    ...createPreferences(db),
    ...createProfiles({ ...dependencies, pictures, contacts }),
    ...people,
    ...codes,
    ...identity,
    ...createAdminNotices(dependencies),
    ...createUserAdministration(sending),
    ...{ asAdmin, accounts: accountTable, account: createUserDetail(sending) },
    removePictureFile: pictures.remove,
  };
  return {
    api: accounts,
    routes: [
      ...registrationRoutes(accounts),
      ...passwordRoutes(accounts),
      ...loginRoutes(accounts),
      ...sessionRoutes(accounts),
      ...profileRoutes(db, accounts),
      ...accountAdminRoutes(db, accounts),
    ],
    jobs: accountJobs(accounts),
    sweeps: [{ name: 'accounts', everySeconds: 3_600, run: () => forgetStale(db) }],
  };
}
