import { randomUUID } from 'node:crypto';
import type { Db } from '../../src/platform/db.ts';
import { violates } from '../../src/platform/db.ts';
import { atLeast, equalAnswerMs } from '../../src/platform/equal-time.ts';
import { AppError } from '../../src/shared/errors.ts';
import type { Language } from '../../src/shared/languages.ts';
import { termsVersion } from '../../src/shared/legal.ts';
import type { Notifications } from '../notifications/contract.ts';
import { type Codes, codeMinutes } from './codes.ts';
import type { Accounts } from './contract.ts';
import { UserModel } from './models.ts';
import { hashPassword } from './passwords.ts';

interface Dependencies {
  db: Db;
  codes: Codes;
  notifications: Notifications;
}

export type Addressee = Pick<UserModel, 'id' | 'username' | 'email'>;

export function createRegistration({ db, codes, notifications }: Dependencies) {
  /** Mails a code that proves the account's address, where one may be issued. */
  const mailCode = async (trx: Db, user: Addressee, language: Language, pause: boolean): Promise<void> => {
    const issued = await codes.issue(trx, {
      userId: user.id,
      purpose: 'email_verification',
      address: user.email,
      pause,
    });
    if (!issued) return;
    await notifications.send(trx, {
      template: 'verification_code',
      to: user.email,
      language,
      values: { username: user.username, code: issued.code, minutes: codeMinutes },
      expiresAt: issued.expiresAt,
    });
  };

  const register: Accounts['register'] = async ({ username, email, password }, language) => {
    const taken = await UserModel.query(db)
      .whereRaw('lower(username) = lower(?)', [username])
      .whereNotNull('claimed_at')
      .first();
    if (taken) throw new AppError('username_taken', { fields: { username: 'username_taken' } });
    const passwordHash = await hashPassword(password);
    return db.transaction(async (trx) => {
      // An unverified account reserves nothing: its registration is replaced. One that is somebody's is left alone.
      const { rows } = await trx.raw<{ rows: { id: number; registration_id: string }[] }>(
        `insert into accounts.users as u (username, email, password_hash, terms_version) values (?, ?, ?, ?)
         on conflict (lower(email)) do update
            set username = excluded.username, email = excluded.email, password_hash = excluded.password_hash,
                registration_id = excluded.registration_id, terms_version = excluded.terms_version,
                terms_accepted_at = excluded.terms_accepted_at, created_at = excluded.created_at
          where u.claimed_at is null
         returning id, registration_id`,
        [username, email, passwordHash, termsVersion],
      );
      const [registered] = rows;
      if (registered) {
        await mailCode(trx, { id: registered.id, username, email }, language, false);
        return { userId: registered.id, registrationId: registered.registration_id };
      }
      const owner = await UserModel.query(trx).whereRaw('lower(email) = lower(?)', [email]).first();
      if (owner) {
        await notifications.send(trx, {
          template: 'already_registered',
          to: owner.email,
          language,
          values: { username: owner.username },
        });
      }
      return { userId: 0, registrationId: randomUUID() }; // looks like the other answer, leads nowhere
    });
  };

  return {
    mailCode,

    register: (input, language) => atLeast(equalAnswerMs, () => register(input, language)),

    resendCode: (input, language) =>
      atLeast(equalAnswerMs, async () => {
        const user = await UserModel.query(db).whereRaw('lower(email) = lower(?)', [input.email]).first();
        if (!user || user.claimedAt) return;
        await db.transaction((trx) => mailCode(trx, user, language, true));
      }),

    async verifyEmail({ email, code }, registration) {
      const user = await UserModel.query(db).whereRaw('lower(email) = lower(?)', [email]).first();
      if (!user || user.claimedAt) throw new AppError('invalid_code');
      const mine = registration?.userId === user.id;
      // Somebody registered this address again after this browser did: the account has that other password now, and
      // redeeming the code here would hand the account to whoever chose it.
      if (mine && registration?.registrationId !== user.registrationId) throw new AppError('registration_replaced');
      try {
        await codes.redeem({ userId: user.id, purpose: 'email_verification', code }, async (trx) => {
          const claimed = await trx('accounts.users')
            .where({ id: user.id, registration_id: user.registrationId })
            .whereNull('claimed_at')
            .update({ claimed_at: trx.fn.now(), email_verified_at: trx.fn.now() });
          if (claimed === 0) throw new AppError('invalid_code');
        });
      } catch (error) {
        if (violates(error, 'users_username')) throw new AppError('username_taken');
        throw error;
      }
      return mine ? { id: user.id, sessionVersion: user.sessionVersion } : null;
    },
  } satisfies Pick<Accounts, 'register' | 'resendCode' | 'verifyEmail'> & Record<string, unknown>;
}
