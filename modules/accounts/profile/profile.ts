import type { Notifications } from '#modules/notifications/contract/index.ts';
import type { Voting } from '#modules/voting/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import type { Pictures } from '#src/platform/pictures.ts';
import { AppError } from '#src/shared/errors.ts';
import type { SessionUser } from '#src/shared/viewer.ts';
import type { Profile, Profiles } from '../contract/profile.ts';
import { people } from '../directory/people.ts';
import { record } from '../identity/activities.ts';
import { UserModel, usernameOf } from '../identity/models.ts';
import type { Contacts } from './contacts.ts';
import { picturePath } from './pictures.ts';

interface Dependencies {
  db: Db;
  voting: Pick<Voting, 'voterTotals'>;
  notifications: Pick<Notifications, 'textable'>;
  pictures: Pictures;
  contacts: Contacts;
}

const addressOf = (picture: string | null) => picture && picturePath + picture;

export function createProfiles({ db, voting, notifications, pictures, contacts }: Dependencies): Profiles {
  const profile = async ({ id }: SessionUser): Promise<Profile> => {
    const [user, totals, waiting] = await Promise.all([
      UserModel.query(db)
        .findById(id)
        .select('*', db.raw("to_char(date_of_birth, 'YYYY-MM-DD') as date_of_birth_text"))
        .throwIfNotFound(),
      voting.voterTotals(db, id),
      contacts.pending(id),
    ]);
    return {
      id,
      username: usernameOf(user),
      email: user.email,
      emailVerified: user.emailVerifiedAt !== null,
      phoneNumber: user.phoneNumber,
      phoneVerified: user.phoneVerifiedAt !== null,
      pendingEmail: waiting.email,
      pendingPhoneNumber: waiting.phone,
      firstName: user.firstName,
      lastName: user.lastName,
      streetAddress: user.streetAddress,
      city: user.city,
      state: user.state,
      postalCode: user.postalCode,
      country: user.country,
      profileImageUrl: addressOf(user.profileImage),
      dateOfBirth: user.dateOfBirthText,
      nationality: user.nationality,
      occupation: user.occupation,
      role: user.role,
      kycStatus: user.kycStatus,
      ...totals,
    };
  };

  /** Puts another picture, or none, in the place of the present one, and forgets that one's file. */
  const replacePicture = async (viewer: SessionUser, key: string | null): Promise<Profile> => {
    const before = await db.transaction(async (trx) => {
      const { rows } = await trx.raw<{ rows: { key: string | null }[] }>(
        `update accounts.users as new set profile_image = ? from accounts.users as old
          where new.id = ? and old.id = new.id returning old.profile_image as key`,
        [key, viewer.id],
      );
      await record(trx, viewer.id, key ? 'picture_changed' : 'picture_removed');
      return rows[0]?.key;
    });
    if (before) await pictures.remove(before);
    return profile(viewer);
  };

  return {
    profile,
    eligibility: ({ id }) => people.eligibilityOf(db, id),

    async changeProfile(viewer, { email, phoneNumber, profileImageUrl, ...change }, language) {
      const number = phoneNumber && (await notifications.textable(db, phoneNumber));
      const before = await UserModel.query(db).findById(viewer.id).throwIfNotFound();
      if (profileImageUrl !== undefined && profileImageUrl !== addressOf(before.profileImage)) {
        throw new AppError('invalid', { fields: { profileImageUrl: 'picture_upload' } });
      }
      if (Object.keys(change).length > 0) {
        await db.transaction(async (trx) => {
          await UserModel.query(trx).findById(viewer.id).patch(change);
          await record(trx, viewer.id, 'profile_updated');
        });
      }
      if (email && email.toLowerCase() !== before.email.toLowerCase())
        await contacts.begin(viewer.id, 'email', email, language);
      if (number && !(number === before.phoneNumber && before.phoneVerifiedAt))
        await contacts.begin(viewer.id, 'phone', number, language);
      return profile(viewer);
    },

    confirmContact: contacts.confirm,
    changePicture: async (viewer, picture) => replacePicture(viewer, await pictures.store(viewer.id, picture)),
    removePicture: (viewer) => replacePicture(viewer, null),
    picture: pictures.get,
  };
}
