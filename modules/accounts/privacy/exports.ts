import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from '#src/platform/db.ts';
import type { Person, PersonalData } from '#src/platform/personal-data.ts';
import type { Secrets } from '#src/platform/secrets.ts';
import type { Storage } from '#src/platform/storage.ts';
import { AppError } from '#src/shared/errors.ts';
import type { AccountActions } from '../contract/actions.ts';
import { UserModel } from '../identity/models.ts';
import { type ActionRow, downloadHours, fetchable, signatureOf } from './requests.ts';

interface Dependencies {
  db: Db;
  secrets: Secrets;
  storage: Storage;
  /** The other modules that hold something of people. */
  holders: PersonalData[];
}

type Exports = Pick<AccountActions, 'download' | 'buildExport' | 'failExport' | 'forgetExports'>;

export const personOf = ({ id, email, phoneNumber }: UserModel): Person => ({ id, email, phoneNumber });

/** A copy of everything that is held of a person, as one JSON file (decision 7). */
export function createExports({ db, secrets, storage, holders }: Dependencies): Exports {
  const close = (id: number, status: 'completed' | 'failed', key: string | null) =>
    db('accounts.account_actions')
      .where({ id, status: 'processing' })
      .update({ status, completed_at: db.fn.now(), file_key: key });

  return {
    async download({ id: userId }, actionId, signature) {
      const expected = Buffer.from(signatureOf(secrets, actionId));
      const given = Buffer.from(signature);
      const [row] = await db('accounts.account_actions')
        .where({ id: actionId, user_id: userId })
        .select<ActionRow[]>('*', db.raw(fetchable));
      const signed = given.length === expected.length && timingSafeEqual(given, expected);
      if (!row?.fetchable || !signed) throw new AppError('not_found');
      if (!row.file_key) return { state: 'building' };
      const file = await storage.get(row.file_key);
      if (!file) throw new AppError('not_found');
      return { state: 'ready', file, name: `podium-${row.requested_at.toISOString().slice(0, 10)}.json` };
    },

    async buildExport(actionId) {
      const action = await db<ActionRow>('accounts.account_actions')
        .where({ id: actionId, status: 'processing', action_type: 'data_export' })
        .first();
      if (!action || action.file_key) return;
      const user = await UserModel.query(db).findById(action.user_id);
      if (!user) return;
      const parts = await Promise.all(holders.map((holder) => holder.dataOf(personOf(user))));
      const contents = {
        exportedAt: new Date().toISOString(),
        ...(await ownData(db, user)),
        ...Object.assign({}, ...parts),
      };
      const key = `exports/${actionId}-${randomBytes(16).toString('hex')}.json`;
      await storage.put(key, Buffer.from(JSON.stringify(contents, null, 2)), 'application/json');
      // Another try was quicker: its file is the one that is known.
      if ((await close(actionId, 'completed', key)) === 0) await storage.remove(key);
    },

    async failExport(actionId) {
      await close(actionId, 'failed', null);
    },

    async forgetExports() {
      const stale = await db<ActionRow>('accounts.account_actions')
        .whereNotNull('file_key')
        .whereRaw(`approved_at <= now() - interval '${downloadHours} hours'`)
        .select('id', 'file_key');
      for (const { id, file_key } of stale) {
        await storage.remove(file_key as string);
        await db('accounts.account_actions').where({ id }).update({ file_key: null });
      }
    },
  };
}

/** What this module holds of a person: no password, no hash, no code. */
async function ownData(db: Db, user: UserModel) {
  const mine = (table: string) => db(table).where({ user_id: user.id }).orderBy('id');
  const [activities, requests] = await Promise.all([
    mine('accounts.activities').select('activity_type as type', 'created_at as at'),
    mine('accounts.account_actions').select('action_type as type', 'status', 'reason', 'requested_at as requestedAt'),
  ]);
  const [own] = await db('accounts.users')
    .where({ id: user.id })
    .select(
      db.raw(`username, email, email_verified_at as "emailVerifiedAt", phone_number as "phoneNumber",
        phone_verified_at as "phoneVerifiedAt", first_name as "firstName", last_name as "lastName",
        street_address as "streetAddress", city, state, postal_code as "postalCode", country,
        to_char(date_of_birth, 'YYYY-MM-DD') as "dateOfBirth", nationality, occupation, role, kyc_status as "kycStatus",
        suspended_at as "suspendedAt", suspended_reason as "suspendedReason",
        preferred_language as "preferredLanguage", preferred_currency as "preferredCurrency",
        terms_version as "termsVersion", terms_accepted_at as "termsAcceptedAt", created_at as "registeredAt"`),
    );
  return { profile: own, activities, requests };
}
