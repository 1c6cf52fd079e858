import type { Notifications } from '#modules/notifications/contract/index.ts';
import type { SharedCards } from '#modules/payments/contract/cards.ts';
import type { Prizes } from '#modules/prizes/contract/index.ts';
import type { Voting } from '#modules/voting/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import type { EqualTime } from '#src/platform/equal-time.ts';
import type { PersonalData } from '#src/platform/personal-data.ts';
import type { Secrets } from '#src/platform/secrets.ts';
import type { Settings } from '#src/platform/settings.ts';
import type { Storage } from '#src/platform/storage.ts';
import { createAdminNotices } from './admin/admins.ts';
import { createUserAdministration } from './admin/user-administration.ts';
import { createUserDetail } from './admin/user-detail.ts';
import { createUserTable } from './admin/user-table.ts';
import type { Accounts } from './contract/index.ts';
import { createPeople } from './directory/people.ts';
import { createActivities } from './identity/activities.ts';
import { createCodes } from './identity/codes.ts';
import { createEndings } from './identity/endings.ts';
import { createPasswordTokens } from './identity/password-tokens.ts';
import { createDeletions } from './privacy/deletions.ts';
import { createErasure } from './privacy/erasure.ts';
import { createExports } from './privacy/exports.ts';
import { createActions } from './privacy/requests.ts';
import { createContacts } from './profile/contacts.ts';
import { createPicturesOfPeople } from './profile/pictures.ts';
import { createPreferences } from './profile/preferences.ts';
import { createProfiles } from './profile/profile.ts';
import { createResets } from './recovery/resets.ts';
import { createLogin } from './sessions/login.ts';
import { createRegistration } from './signup/registration.ts';
import { createVerification } from './signup/verification.ts';

export { userRoutes } from './admin/routes.ts';
export { actionRoutes } from './privacy/routes.ts';
export { profileRoutes } from './profile/routes.ts';
export { accountRoutes } from './sessions/routes.ts';
export { sessionRoutes } from './sessions/session-routes.ts';

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
