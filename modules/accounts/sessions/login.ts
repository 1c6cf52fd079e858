import { raw } from 'objection';
import { coalesce } from '#src/platform/coalesce.ts';
import type { Db } from '#src/platform/db.ts';
import { verifyPassword } from '#src/platform/passwords.ts';
import type { Secrets } from '#src/platform/secrets.ts';
import { AppError } from '#src/shared/errors.ts';
import type { SessionUser } from '#src/shared/viewer.ts';
import type { Accounts } from '../contract/index.ts';
import { record } from '../identity/activities.ts';
import { claim, firstCome } from '../identity/claims.ts';
import { accountsOf, proofsOf, UserModel, usernameOf } from '../identity/models.ts';
import { markOf, signInOf } from '../identity/sign-ins.ts';
import { isComplete, outstanding } from '../rules/completeness.ts';
import type { CodeSending } from '../signup/sending.ts';

interface SessionRow extends SessionUser {
  sessionVersion: number;
  suspendedAt: Date | null;
}

interface Dependencies {
  db: Db;
  secrets: Secrets;
  sending: CodeSending;
}

export function createLogin({ db, secrets, sending }: Dependencies) {
  // Asked on every request of somebody who is signed in: those of one moment are answered together.
  const findUser = coalesce<number, SessionRow | undefined>(
    async (ids) => {
      const { rows } = await db.raw<{ rows: SessionRow[] }>(
        `select id, role, username, email, email_verified_at is not null as "emailVerified", preferred_language as "preferredLanguage",
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
      const { owner, newcomer } = await accountsOf(db, email);
      // Two hashes are compared for every wrong password, so that the time tells neither account nor registration.
      const isOwners = await verifyPassword(password, owner?.passwordHash);
      const user = isOwners ? owner : (await verifyPassword(password, newcomer?.passwordHash)) ? newcomer : undefined;
      if (!user) throw new AppError('invalid_credentials');
      if (user.suspendedAt) throw new AppError('account_suspended');
      const { id, registrationId, claimedAt } = user;
      const asked = await sending.policy();
      const proofs = proofsOf(user, { owner });
      if (!isComplete(outstanding(asked, proofs))) {
        await db.transaction((trx) => sending.sendCodes(trx, user, owner, { asked, language, pause: true }));
        return { signIn: null, registration: { userId: id, registrationId } };
      }
      if (!claimedAt) await firstCome(() => claim(db, id)); // registered while more was asked for
      await record(db, id, 'logged_in');
      return {
        signIn: signInOf(secrets, user),
        user: { firstName: user.firstName, username: usernameOf(user), email: user.email },
        registration: proofs.emailVerified ? undefined : { userId: id, registrationId },
      };
    },

    async marksOf(email) {
      const { owner, newcomer } = await accountsOf(db, email);
      return [owner, newcomer].flatMap((user) => (user ? markOf(secrets, user) : []));
    },

    async confirmPassword({ id }, password) {
      const { passwordHash } = await UserModel.query(db).findById(id).throwIfNotFound();
      if (!(await verifyPassword(password, passwordHash))) {
        throw new AppError('wrong_password', { fields: { password: 'wrong_password' } });
      }
    },

    async sessionUser(id, sessionVersion) {
      const user = await findUser(id);
      if (!user || user.sessionVersion !== sessionVersion || user.suspendedAt) return null;
      const { role, username, email, emailVerified, preferredLanguage, preferredCurrency } = user;
      return { id, role, username, email, emailVerified, preferredLanguage, preferredCurrency };
    },

    async renewSessions(userId) {
      const user = await UserModel.query(db).patchAndFetchById(userId, { sessionVersion: raw('session_version + 1') });
      return signInOf(secrets, user);
    },
  } satisfies Pick<Accounts, 'login' | 'marksOf' | 'confirmPassword' | 'sessionUser' | 'renewSessions'>;
}
