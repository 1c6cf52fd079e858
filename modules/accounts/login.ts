import { coalesce } from '../../src/platform/coalesce.ts';
import type { Db } from '../../src/platform/db.ts';
import { AppError } from '../../src/shared/errors.ts';
import type { SessionUser } from '../../src/shared/viewer.ts';
import type { Accounts } from './contract.ts';
import { UserModel } from './models.ts';
import { verifyPassword } from './passwords.ts';
import type { createRegistration } from './registration.ts';

interface SessionRow extends SessionUser {
  sessionVersion: number;
  suspendedAt: Date | null;
}

export function createLogin(db: Db, registration: ReturnType<typeof createRegistration>) {
  // Asked on every request of somebody who is signed in: those of one moment are answered together.
  const findUser = coalesce<number, SessionRow | undefined>(
    async (ids) => {
      const { rows } = await db.raw<{ rows: SessionRow[] }>(
        `select id, role, username, email, preferred_language as "preferredLanguage",
                preferred_currency as "preferredCurrency", session_version as "sessionVersion", suspended_at as "suspendedAt"
           from accounts.users where id = any(?)`,
        [ids],
      );
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => byId.get(id));
    },
    { max: 100, atOnce: 4 },
  );

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
      const user = await findUser(id);
      if (!user || user.sessionVersion !== sessionVersion || user.suspendedAt) return null;
      const { role, username, email, preferredLanguage, preferredCurrency } = user;
      return { id, role, username, email, preferredLanguage, preferredCurrency };
    },
  } satisfies Pick<Accounts, 'login' | 'sessionUser'>;
}
