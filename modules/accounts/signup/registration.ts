import type { Notifications } from '#modules/notifications/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import type { EqualTime } from '#src/platform/equal-time.ts';
import { hashPassword } from '#src/platform/passwords.ts';
import type { Secrets } from '#src/platform/secrets.ts';
import type { Settings } from '#src/platform/settings.ts';
import { AppError } from '#src/shared/errors.ts';
import { termsVersion } from '#src/shared/legal.ts';
import type { Accounts } from '../contract/index.ts';
import { claim, firstCome } from '../identity/claims.ts';
import type { CodeService } from '../identity/codes.ts';
import { accountsOf, proofsOf, UserModel } from '../identity/models.ts';
import { signInOf } from '../identity/sign-ins.ts';
import { isComplete, outstanding } from '../rules/completeness.ts';
import type { CodeSending } from './sending.ts';

interface Dependencies {
  db: Db;
  equalTime: EqualTime;
  secrets: Secrets;
  codes: CodeService;
  notifications: Notifications;
  settings: Settings;
  sending: CodeSending;
}

export function createRegistration({ db, equalTime, secrets, codes, notifications, settings, sending }: Dependencies) {
  /**
   * An address has one registration under way, which a later one replaces: an unverified account reserves nothing. It
   * stands beside the account that the address may have, which is left alone.
   */
  const begin = async (trx: Db, values: Pick<UserModel, 'username' | 'email' | 'passwordHash' | 'phoneNumber'>) => {
    const { username, email, passwordHash, phoneNumber } = values;
    const { rows } = await trx.raw<{ rows: [{ id: number }] }>(
      `insert into accounts.users (username, email, password_hash, phone_number, terms_version) values (?, ?, ?, ?, ?)
       on conflict (lower(email)) where claimed_at is null do update
          set username = excluded.username, email = excluded.email, password_hash = excluded.password_hash,
              phone_number = excluded.phone_number, phone_verified_at = null, email_verified_at = null,
              registration_id = excluded.registration_id, terms_version = excluded.terms_version,
              terms_accepted_at = excluded.terms_accepted_at, created_at = excluded.created_at
       returning id`,
      [username, email, passwordHash, phoneNumber, termsVersion],
    );
    await codes.end(trx, rows[0].id);
    return UserModel.query(trx).findById(rows[0].id).throwIfNotFound();
  };

  const register: Accounts['register'] = async ({ username, email, phoneNumber, password }, language) => {
    if (!(await settings.get('allow_registration'))) throw new AppError('registration_closed');
    const asked = await sending.policy();
    if (!phoneNumber && asked.phone === 'required') {
      throw new AppError('invalid', { fields: { phoneNumber: 'required' } });
    }
    const number = phoneNumber ? await notifications.textable(db, phoneNumber) : null;
    const taken = await UserModel.query(db)
      .whereRaw('lower(username) = lower(?)', [username])
      .whereNotNull('claimed_at')
      .first();
    if (taken) throw new AppError('username_taken', { fields: { username: 'username_taken' } });
    const passwordHash = await hashPassword(password);
    return db.transaction(async (trx) => {
      const user = await begin(trx, { username, email, passwordHash, phoneNumber: number });
      const { owner } = await accountsOf(trx, email);
      await sending.sendCodes(trx, user, owner, { asked, language, pause: false });
      if (owner) {
        await notifications.send(trx, {
          template: 'already_registered',
          to: owner.email,
          language,
          values: {},
        });
      }
      const missing = outstanding(asked, proofsOf(user, { owner }));
      const complete = isComplete(missing);
      if (complete) await firstCome(() => claim(trx, user.id));
      return {
        registration: { userId: user.id, registrationId: user.registrationId },
        outstanding: missing,
        signIn: complete ? signInOf(secrets, user) : null,
      };
    });
  };

  return {
    register: (input, language) => equalTime(() => register(input, language)),

    async registrationSettings() {
      return { registrationOpen: await settings.get('allow_registration'), ...(await sending.policy()) };
    },
  } satisfies Pick<Accounts, 'register' | 'registrationSettings'>;
}
