import { AppError } from '#src/shared/errors.ts';
import type { Identity } from '../contract/identity.ts';
import { UserModel } from './models.ts';

/** Who somebody is, for requests about the whole account. */
export const identity: Pick<Identity, 'personOf' | 'heldPerson' | 'namesOf' | 'identityData' | 'eraseIdentity'> = {
  async personOf(db, userId) {
    const user = await UserModel.query(db).findById(userId);
    return user ? { id: user.id, email: user.email, phoneNumber: user.phoneNumber } : null;
  },

  async heldPerson(trx, userId) {
    const user = await UserModel.query(trx).findById(userId).forUpdate();
    if (!user) throw new AppError('not_found');
    return { id: user.id, email: user.email, phoneNumber: user.phoneNumber, language: user.preferredLanguage };
  },

  async namesOf(db, userIds) {
    const users = await UserModel.query(db).whereIn('id', userIds);
    return new Map(
      users.map(({ id, username, email, role, erasedAt }) => [id, { username, email: erasedAt ? null : email, role }]),
    );
  },

  async identityData(db, id) {
    const activities = await db('accounts.activities')
      .where({ user_id: id })
      .orderBy('id')
      .select('activity_type as type', 'created_at as at');
    const [profile] = await db('accounts.users')
      .where({ id })
      .select(
        db.raw(`username, email, email_verified_at as "emailVerifiedAt", phone_number as "phoneNumber",
          phone_verified_at as "phoneVerifiedAt", first_name as "firstName", last_name as "lastName",
          street_address as "streetAddress", city, state, postal_code as "postalCode", country,
          to_char(date_of_birth, 'YYYY-MM-DD') as "dateOfBirth", nationality, occupation, role, kyc_status as "kycStatus",
          suspended_at as "suspendedAt", suspended_reason as "suspendedReason",
          preferred_language as "preferredLanguage", preferred_currency as "preferredCurrency",
          terms_version as "termsVersion", terms_accepted_at as "termsAcceptedAt", created_at as "registeredAt"`),
      );
    return { profile, activities };
  },

  async eraseIdentity(trx, id) {
    const before = await trx('accounts.users').where({ id }).forUpdate().first('profile_image');
    for (const table of ['codes', 'activities', 'password_resets']) {
      await trx(`accounts.${table}`).where({ user_id: id }).delete();
    }
    await trx('accounts.users')
      .where({ id })
      .update({
        username: null,
        email: trx.raw("gen_random_uuid() || '@erased.invalid'"), // nobody can have taken it before
        password_hash: 'erased',
        registration_id: trx.raw('gen_random_uuid()'),
        phone_number: null,
        phone_verified_at: null,
        email_verified_at: null,
        first_name: null,
        last_name: null,
        street_address: null,
        city: null,
        state: null,
        postal_code: null,
        country: null,
        date_of_birth: null,
        nationality: null,
        occupation: null,
        profile_image: null,
        kyc_status: 'none',
        preferred_language: null,
        preferred_currency: null,
        suspended_at: trx.fn.now(),
        suspended_reason: null,
        erased_at: trx.fn.now(),
        session_version: trx.raw('session_version + 1'),
      });
    return { picture: before?.profile_image ?? null };
  },
};
