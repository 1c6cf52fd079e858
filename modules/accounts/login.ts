import type { Db } from '../../src/platform/db.ts';
import { AppError } from '../../src/shared/errors.ts';
import type { Accounts } from './contract.ts';
import { UserModel } from './models.ts';
import { verifyPassword } from './passwords.ts';
import type { createRegistration } from './registration.ts';

export function createLogin(db: Db, registration: ReturnType<typeof createRegistration>) {
  return {
    async login({ email, password }, language) {
      const user = await UserModel.query(db).whereRaw('lower(email) = lower(?)', [email]).first();
      if (!(await verifyPassword(password, user?.passwordHash)) || !user) throw new AppError('invalid_credentials');
      if (user.suspendedAt) throw new AppError('account_suspended');
      if (!user.claimedAt) {
        await db.transaction((trx) => registration.mailCode(trx, user, language, true));
        throw new AppError('verification_required');
      }
      const { id, sessionVersion, username } = user;
      return { id, sessionVersion, username, email: user.email };
    },

    async sessionUser(id, sessionVersion) {
      const user = await UserModel.query(db)
        .findById(id)
        .where({ session_version: sessionVersion })
        .whereNull('suspended_at')
        .select('id', 'role', 'username', 'email', 'preferred_language');
      if (!user) return null;
      const { role, username, email, preferredLanguage } = user;
      return { id, role, username, email, preferredLanguage };
    },
  } satisfies Pick<Accounts, 'login' | 'sessionUser'>;
}
