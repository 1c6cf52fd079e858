import { AppError } from '#src/shared/errors.ts';
import type { UserAdministration } from '../contract/admin.ts';
import { verificationKinds } from '../contract/index.ts';
import { activitiesOf } from '../identity/activities.ts';
import { accountsOf, UserModel } from '../identity/models.ts';
import { picturePath } from '../profile/pictures.ts';
import type { CodeSending } from '../signup/sending.ts';
import { stateOf } from './user-table.ts';

/** How many of the last activities are shown. */
const shownActivities = 10;

/** All of one account that admins see. */
export function createUserDetail(sending: Pick<CodeSending, 'policy' | 'due'>): UserAdministration['account'] {
  return async (db, id) => {
    const user = await UserModel.query(db)
      .findById(id)
      .select('*', db.raw("to_char(date_of_birth, 'YYYY-MM-DD') as date_of_birth_text"));
    if (!user) throw new AppError('not_found');
    const [recent, policy, { owner }] = await Promise.all([
      activitiesOf(db, id, 1),
      sending.policy(),
      accountsOf(db, user.email),
    ]);
    const due = sending.due(user, owner, policy);
    const { streetAddress, city, state, postalCode, country } = user;
    return {
      ...{ id, username: user.username, email: user.email, phoneNumber: user.phoneNumber, role: user.role },
      ...{ firstName: user.firstName, lastName: user.lastName, kycStatus: user.kycStatus },
      emailVerified: user.emailVerifiedAt !== null,
      phoneVerified: user.phoneVerifiedAt !== null,
      state: stateOf({
        erased: user.erasedAt !== null,
        suspended: user.suspendedAt !== null,
        claimed: user.claimedAt !== null,
      }),
      suspended: user.suspendedAt !== null,
      suspendedAt: user.suspendedAt?.toISOString() ?? null,
      suspendedReason: user.suspendedReason,
      profileImageUrl: user.profileImage && picturePath + user.profileImage,
      ...{ dateOfBirth: user.dateOfBirthText, nationality: user.nationality, occupation: user.occupation },
      address: { streetAddress, city, state, postalCode, country },
      ...{ preferredLanguage: user.preferredLanguage, preferredCurrency: user.preferredCurrency },
      createdAt: user.createdAt.toISOString(),
      termsAcceptedAt: user.termsAcceptedAt?.toISOString() ?? null,
      termsVersion: user.termsVersion,
      codesDue: user.erasedAt ? [] : verificationKinds.filter((kind) => due[kind]),
      activities: recent.items.slice(0, shownActivities),
    };
  };
}
