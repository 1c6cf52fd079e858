import { audit } from '#src/platform/audit.ts';
import { type Db, violates } from '#src/platform/db.ts';
import { hashPassword } from '#src/platform/passwords.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Viewer } from '#src/shared/viewer.ts';
import type { CreateUser } from '../contract/admin.ts';
import { record } from '../identity/activities.ts';
import { accountsOf, usernameOf } from '../identity/models.ts';
import { tellOfNewAdmin } from './admins.ts';

interface NewUser extends CreateUser {
  /** Null for a command of the people who run the site. */
  actor: Viewer | null;
  /** What has to hold when the account is written, in the same transaction. */
  first?(trx: Db): Promise<void>;
}

/**
 * Creates an account that can be used at once, without the codes that a registration takes; returns its number. Whoever
 * registers the same address meanwhile can complete nothing any more. Throws `email_taken`, `username_taken`.
 */
export async function addUser(db: Db, { actor, first, password, ...user }: NewUser): Promise<number> {
  const { username, email, role, firstName = null, lastName = null } = user;
  const passwordHash = await hashPassword(password);
  try {
    return await db.transaction(async (trx) => {
      await first?.(trx);
      const [row] = await trx('accounts.users')
        .insert({
          ...{ username, email, role, first_name: firstName, last_name: lastName, password_hash: passwordHash },
          ...{ claimed_at: trx.fn.now(), email_verified_at: trx.fn.now() },
          ...{ terms_version: null, terms_accepted_at: null }, // nobody has asked the person yet
        })
        .returning<{ id: number }[]>('id');
      const { id } = row as { id: number };
      await record(trx, id, 'account_created');
      const after = { username, email, role, firstName, lastName };
      await audit(trx, { actor, action: 'user_created', subject: { kind: 'user', id }, after });
      if (role === 'admin') await tellOfNewAdmin(trx, id, actor);
      return id;
    });
  } catch (error) {
    if (violates(error, 'users_email')) throw new AppError('email_taken', { fields: { email: 'email_taken' } });
    if (violates(error, 'users_username')) {
      throw new AppError('username_taken', { fields: { username: 'username_taken' } });
    }
    throw error;
  }
}

/** The account of an address that somebody has, for a command of the people who run the site. */
export async function findAccount(db: Db, email: string) {
  const { owner } = await accountsOf(db, email);
  return (
    owner && { id: owner.id, username: usernameOf(owner), role: owner.role, suspended: owner.suspendedAt !== null }
  );
}

/** Makes somebody an admin by a command of the people who run the site. */
export async function promote(db: Db, id: number): Promise<void> {
  await db.transaction(async (trx) => {
    const before = await trx('accounts.users').where({ id }).forUpdate().first('role');
    await trx('accounts.users').where({ id }).update({ role: 'admin' });
    const subject = { kind: 'user', id } as const;
    await audit(trx, { actor: null, action: 'user_updated', subject, before, after: { role: 'admin' } });
    await tellOfNewAdmin(trx, id, null);
  });
}

/** What commands of the people who run the site do. */
export const accountCommands = { addUser, findAccount, promote };
