import type { Notifications } from '#modules/notifications/contract/index.ts';
import { audit } from '#src/platform/audit.ts';
import type { Db } from '#src/platform/db.ts';
import type { PersonalData } from '#src/platform/personal-data.ts';
import type { Pictures } from '#src/platform/pictures.ts';
import { AppError } from '#src/shared/errors.ts';
import { asAdmin } from '../admin/admins.ts';
import type { AccountActions } from '../contract/actions.ts';
import { UserModel } from '../identity/models.ts';
import { personOf } from './exports.ts';

interface Dependencies {
  db: Db;
  notifications: Pick<Notifications, 'send'>;
  pictures: Pictures;
  removeFile(key: string): Promise<void>;
  holders: PersonalData[];
}

/** The end of an account, once somebody else has approved it (decision 7). */
export function createErasure(dependencies: Dependencies): Pick<AccountActions, 'decideDeletion'> {
  const { db, notifications, pictures, removeFile, holders } = dependencies;

  /** Erases the person in one transaction and tells which files are to go after it. */
  const erase = async (trx: Db, userId: number, language: 'en' | 'es' | 'fr'): Promise<string[]> => {
    const user = await UserModel.query(trx).findById(userId).forUpdate().throwIfNotFound();
    await notifications.send(trx, {
      template: 'account_erased',
      to: user.email,
      language: user.preferredLanguage ?? language,
      values: {},
    });
    for (const holder of holders) await holder.erase(trx, personOf(user));
    for (const table of ['codes', 'activities', 'password_resets']) {
      await trx(`accounts.${table}`).where({ user_id: userId }).delete();
    }
    const files = await trx('accounts.account_actions')
      .where({ user_id: userId })
      .whereNotNull('file_key')
      .pluck<string[]>('file_key');
    await trx('accounts.account_actions').where({ user_id: userId }).update({ reason: null, file_key: null });
    // An export that is being built right now finds its request closed, and takes its file away again.
    await trx('accounts.account_actions')
      .where({ user_id: userId, action_type: 'data_export' })
      .whereIn('status', ['pending', 'processing'])
      .update({ status: 'cancelled', completed_at: trx.fn.now() });
    await trx('accounts.users')
      .where({ id: userId })
      .update({
        // A bare number stays, for ballots and payments to point at.
        username: null,
        // Nobody can have taken it before.
        email: trx.raw("gen_random_uuid() || '@erased.invalid'"),
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
    return [...files, ...(user.profileImage ? [`picture ${user.profileImage}`] : [])];
  };

  return {
    async decideDeletion(admin, actionId, approved, language) {
      const { files, erased } = await db.transaction(async (trx) => {
        await asAdmin(trx, admin);
        const action = await trx('accounts.account_actions')
          .where({ id: actionId, action_type: 'account_deletion', status: 'processing' })
          .forUpdate()
          .first<{ user_id: number } | undefined>('user_id');
        if (!action) throw new AppError('not_found');
        if (action.user_id === admin.id) throw new AppError('own_request');
        const subject = { kind: 'user', id: action.user_id } as const;
        await audit(trx, { actor: admin, action: approved ? 'deletion_approved' : 'deletion_rejected', subject });
        await trx('accounts.account_actions')
          .where({ id: actionId })
          .update({
            status: approved ? 'completed' : 'cancelled',
            decided_by: admin.id,
            approved_at: approved ? trx.fn.now() : null,
            completed_at: trx.fn.now(),
          });
        if (!approved) return { files: [], erased: null };
        return { files: await erase(trx, action.user_id, language), erased: action.user_id };
      });
      // The rows no longer name them: a file whose removal fails here is one that nobody can find.
      for (const file of files) {
        const picture = /^picture (.+)$/.exec(file)?.[1];
        await (picture ? pictures.remove(picture) : removeFile(file));
      }
      return erased;
    },
  };
}
