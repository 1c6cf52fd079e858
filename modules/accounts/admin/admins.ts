import type { Notifications } from '#modules/notifications/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import { enqueue } from '#src/platform/outbox.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Viewer } from '#src/shared/viewer.ts';
import type { Identity } from '../contract/identity.ts';
import type { Accounts } from '../contract/index.ts';
import { UserModel } from '../identity/models.ts';
import { tellOfAdmin } from '../jobs.ts';

export const asAdmin: Identity['asAdmin'] = async (trx, { id }) => {
  await trx.raw("select pg_advisory_xact_lock(hashtextextended('changes of accounts', 0))");
  const still = await trx('accounts.users').where({ id, role: 'admin' }).whereNull('suspended_at').first('id');
  if (!still) throw new AppError('forbidden');
};

/** Has all other admins told, once the change is made. `actor` is null for a command of the people who run the site. */
export const tellOfNewAdmin = (trx: Db, userId: number, actor: Viewer | null): Promise<void> =>
  enqueue(trx, tellOfAdmin, { userId, actorId: actor?.id ?? null });

interface Dependencies {
  db: Db;
  notifications: Pick<Notifications, 'send'>;
}

export function createAdminNotices({ db, notifications }: Dependencies): Pick<Accounts, 'tellOfAdmin'> {
  return {
    tellOfAdmin: ({ userId, actorId }) =>
      db.transaction(async (trx) => {
        const people = await UserModel.query(trx)
          .where('role', 'admin')
          .whereNull('suspended_at')
          .whereNull('erased_at')
          .orWhereIn('id', [userId, ...(actorId === null ? [] : [actorId])]);
        const nameOf = (id: number | null) => people.find((person) => person.id === id)?.username;
        const admin = nameOf(userId);
        if (!admin) return;
        for (const { id, email, role, suspendedAt, preferredLanguage } of people) {
          if (id === userId || role !== 'admin' || suspendedAt) continue;
          await notifications.send(trx, {
            template: 'new_admin',
            to: email,
            language: preferredLanguage ?? 'en',
            values: { admin, userId, by: nameOf(actorId) ?? null },
          });
        }
      }),
  };
}
