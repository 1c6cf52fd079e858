import type { Accounts } from '#modules/accounts/contract/index.ts';
import type { Notifications } from '#modules/notifications/contract/index.ts';
import { audit } from '#src/platform/audit.ts';
import type { Db } from '#src/platform/db.ts';
import type { PersonalData } from '#src/platform/personal-data.ts';
import type { Storage } from '#src/platform/storage.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Language } from '#src/shared/languages.ts';
import type { Privacy } from '../contract/index.ts';

interface Dependencies {
  db: Db;
  storage: Pick<Storage, 'remove'>;
  accounts: Pick<Accounts, 'asAdmin' | 'heldPerson' | 'eraseIdentity' | 'removePictureFile'>;
  notifications: Pick<Notifications, 'send'>;
  /** What the other modules hold of people, those that know of others first. */
  holders: readonly PersonalData[];
}

/** What is to go once the erasure is committed. */
interface Erased {
  userId: number;
  files: string[];
  picture: string | null;
}

/** The end of an account, once somebody else has approved it (decision 7). */
export function createErasure(dependencies: Dependencies): Pick<Privacy, 'decideDeletion'> {
  const { db, storage, accounts, notifications, holders } = dependencies;

  /** Erases the person in one transaction. */
  const erase = async (trx: Db, userId: number, language: Language): Promise<Erased> => {
    const person = await accounts.heldPerson(trx, userId);
    await notifications.send(trx, {
      template: 'account_erased',
      to: person.email,
      language: person.language ?? language,
      values: {},
    });
    for (const holder of holders) await holder.erase(trx, person);
    const files = await eraseRequests(trx, userId);
    return { userId, files, ...(await accounts.eraseIdentity(trx, userId)) };
  };

  const decide = (...[admin, actionId, approved, language]: Parameters<Privacy['decideDeletion']>) =>
    db.transaction(async (trx): Promise<Erased | null> => {
      await accounts.asAdmin(trx, admin);
      const action = await trx('privacy.account_actions')
        .where({ id: actionId, action_type: 'account_deletion', status: 'processing' })
        .forUpdate()
        .first<{ user_id: number } | undefined>('user_id');
      if (!action) throw new AppError('not_found');
      if (action.user_id === admin.id) throw new AppError('own_request');
      const subject = { kind: 'user', id: action.user_id } as const;
      await audit(trx, { actor: admin, action: approved ? 'deletion_approved' : 'deletion_rejected', subject });
      await trx('privacy.account_actions')
        .where({ id: actionId })
        .update({
          status: approved ? 'completed' : 'cancelled',
          decided_by: admin.id,
          approved_at: approved ? trx.fn.now() : null,
          completed_at: trx.fn.now(),
        });
      return approved ? erase(trx, action.user_id, language) : null;
    });

  return {
    async decideDeletion(...decision) {
      const erased = await decide(...decision);
      if (!erased) return null;
      // The rows no longer name them: a file whose removal fails here is one that nobody can find.
      for (const file of erased.files) await storage.remove(file);
      if (erased.picture) await accounts.removePictureFile(erased.picture);
      return erased.userId;
    },
  };
}

/** Takes out of a person's requests what tells of the person; gives the files of exports. */
async function eraseRequests(trx: Db, userId: number): Promise<string[]> {
  const own = () => trx('privacy.account_actions').where({ user_id: userId });
  const files = await own().whereNotNull('file_key').pluck<string[]>('file_key');
  await own().update({ reason: null, file_key: null });
  // An export that is being built right now finds its request closed, and takes its file away again.
  await own()
    .where({ action_type: 'data_export' })
    .whereIn('status', ['pending', 'processing'])
    .update({ status: 'cancelled', completed_at: trx.fn.now() });
  return files;
}
