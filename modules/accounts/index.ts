import type { Db } from '../../src/platform/db.ts';
import type { EqualTime } from '../../src/platform/equal-time.ts';
import type { PersonalData } from '../../src/platform/personal-data.ts';
import type { Secrets } from '../../src/platform/secrets.ts';
import type { Settings } from '../../src/platform/settings.ts';
import type { Storage } from '../../src/platform/storage.ts';
import type { Notifications } from '../notifications/contract.ts';
import type { SharedCards } from '../payments/cards-contract.ts';
import type { Prizes } from '../prizes/contract.ts';
import type { Voting } from '../voting/contract.ts';
import { createActions } from './actions.ts';
import { createActivities } from './activities.ts';
import { createAdminNotices } from './admins.ts';
import { createCodes } from './codes.ts';
import { createContacts } from './contacts.ts';
import type { Accounts } from './contract.ts';
import { createDeletions } from './deletions.ts';
import { createEndings } from './endings.ts';
import { createErasure } from './erasure.ts';
import { createExports } from './exports.ts';
import { createLogin } from './login.ts';
import { createPasswordTokens } from './password-tokens.ts';
import { createPeople } from './people.ts';
import { createPicturesOfPeople } from './pictures.ts';
import { createPreferences } from './preferences.ts';
import { createProfiles } from './profile.ts';
import { createRegistration } from './registration.ts';
import { createResets } from './resets.ts';
import { createUserAdministration } from './user-administration.ts';
import { createUserDetail } from './user-detail.ts';
import { createUserTable } from './user-table.ts';
import { createVerification } from './verification.ts';

export { actionRoutes } from './action-routes.ts';
export { userRoutes } from './admin-routes.ts';
export { profileRoutes } from './profile-routes.ts';
export { accountRoutes } from './routes.ts';
export { sessionRoutes } from './session-routes.ts';

interface AccountsDependencies {
  db: Db;
  equalTime: EqualTime;
  secrets: Secrets;
  storage: Storage;
  settings: Settings;
  notifications: Notifications;
  voting: Pick<Voting, 'voterTotals' | 'voterTotalsOf'>;
  /** What prizes and payments know of people; both are built later. */
  awards: Pick<Prizes, 'hasOpenAwards'>;
  cards: SharedCards;
  /** The other modules that hold something of people. */
  holders: PersonalData[];
}

/** Who somebody is: registration, codes, forgotten passwords, login, sessions' users, profiles. */
export function createAccounts(dependencies: AccountsDependencies): Accounts {
  const { db, secrets, settings, storage } = dependencies;
  const pictures = createPicturesOfPeople(storage);
  const codes = createCodes(db, secrets, dependencies.notifications);
  const tokens = createPasswordTokens(secrets);
  const endings = createEndings(dependencies.notifications);
  const verification = createVerification({ ...dependencies, codes, tokens });
  const { verifyEmail, verifyPhone, resendCode, verificationOf } = verification;
  const people = createPeople(db);
  const activities = createActivities(db);
  const detail = createUserDetail({ ...dependencies, people, activities, verification });
  return {
    ...createRegistration({ ...dependencies, codes, verification }),
    verifyEmail,
    verifyPhone,
    resendCode,
    verificationOf,
    ...createResets({ ...dependencies, tokens, endings, verification }),
    ...createLogin({ db, secrets, verification }),
    ...createPreferences(db),
    ...createProfiles({ ...dependencies, pictures, contacts: createContacts({ ...dependencies, codes, endings }) }),
    ...people,
    ...activities,
    ...createActions({ ...dependencies, codes }),
    ...createExports(dependencies),
    ...createErasure({ ...dependencies, pictures, removeFile: storage.remove }),
    ...createUserTable(dependencies),
    ...detail,
    ...createDeletions(dependencies),
    ...createAdminNotices(dependencies),
    ...createUserAdministration({ db, verification, adminUser: detail.adminUser }),
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
