import { randomBytes, randomUUID } from 'node:crypto';
import { raw } from 'objection';
import type { Db } from '../../src/platform/db.ts';
import { atLeast, equalAnswerMs } from '../../src/platform/equal-time.ts';
import type { Secrets } from '../../src/platform/secrets.ts';
import { AppError } from '../../src/shared/errors.ts';
import type { Language } from '../../src/shared/languages.ts';
import type { Notifications } from '../notifications/contract.ts';
import { record } from './activities.ts';
import type { Codes } from './codes.ts';
import type { Accounts } from './contract.ts';
import { accountsOf, proofsOf, UserModel } from './models.ts';
import { hashPassword } from './passwords.ts';
import { isComplete, outstanding, type VerificationPolicy } from './rules/completeness.ts';
import { markOf } from './sign-ins.ts';
import { claim, firstCome, type VerificationService } from './verification.ts';

/** Decision 1: a link is valid 60 minutes. */
const linkMinutes = 60;
/**
 * A young one is not replaced: a day's first not within 1 minute, the next not within 2, 4, 8 … and at last not while it is
 * valid. So a mailbox is not flooded, and yet always holds a good link, or gets one when its owner asks.
 */
const pauseSeconds = 60;

interface Dependencies {
  db: Db;
  secrets: Secrets;
  codes: Codes;
  notifications: Notifications;
  verification: VerificationService;
}

interface ResetRow {
  user_id: number;
  registration_id: string;
}

/**
 * Whether a link can give this account a new password. A registration under way loses the number that was given with it
 * (see `change`), so where a number is required it would be left without one: registering again is the way then.
 */
function canBeReset(user: UserModel, { phone }: VerificationPolicy): boolean {
  if (user.suspendedAt) return false;
  return user.claimedAt !== null || user.emailVerifiedAt !== null || phone !== 'required';
}

export function createResets({ db, secrets, codes, notifications, verification }: Dependencies) {
  const fingerprint = (token: string) => secrets.digest('password reset', token);

  /** Whether an account may be sent one more link now. The caller holds the lock on the account. */
  const hasRoom = async (trx: Db, userId: number): Promise<boolean> => {
    const { rows } = await trx.raw<{ rows: [{ today: number; age: number | null; good: boolean | null }] }>(
      `select count(*) as today, extract(epoch from clock_timestamp() - max(created_at))::float8 as age,
              (array_agg(used_at is null and replaced_at is null order by id desc))[1] as good
         from accounts.password_resets where user_id = ? and created_at > clock_timestamp() - interval '1 day'`,
      [userId],
    );
    const [{ today, age, good }] = rows;
    if (age === null) return true;
    return age >= (good ? Math.min(pauseSeconds * 2 ** (today - 1), linkMinutes * 60) : pauseSeconds);
  };

  /** Mails a link to the owner of an address, or else to whoever is registering it. */
  const mailLink = async (trx: Db, email: string, asked: VerificationPolicy, language: Language): Promise<void> => {
    const { owner, newcomer } = await accountsOf(trx, email);
    const id = (owner ?? newcomer)?.id;
    const user = id && (await UserModel.query(trx).findById(id).forUpdate());
    if (!user || !canBeReset(user, asked) || !(await hasRoom(trx, user.id))) return;
    await trx('accounts.password_resets')
      .where({ user_id: user.id })
      .whereNull('used_at')
      .whereNull('replaced_at')
      .update({ replaced_at: trx.raw('clock_timestamp()') });
    const token = randomBytes(32).toString('base64url');
    const [reset] = await trx('accounts.password_resets')
      .insert({
        user_id: user.id,
        registration_id: user.registrationId,
        token_hash: fingerprint(token),
        created_at: trx.raw('clock_timestamp()'),
        expires_at: trx.raw('clock_timestamp() + make_interval(mins => ?)', [linkMinutes]),
      })
      .returning<{ expires_at: Date }[]>('expires_at');
    await notifications.send(trx, {
      template: 'password_reset',
      to: user.email,
      language,
      values: { username: user.username, token, minutes: linkMinutes },
      expiresAt: (reset as { expires_at: Date }).expires_at,
    });
  };

  /**
   * Gives the account its new password, and ends what the old one had opened: sessions, and the claim of the browser that
   * registered. The link proves the address. Where that was unproved, the number came from who may have been anybody, and
   * goes.
   */
  const change = async (trx: Db, before: UserModel, asked: VerificationPolicy, passwordHash: string) => {
    const user = await UserModel.query(trx)
      .patchAndFetchById(before.id, {
        passwordHash,
        sessionVersion: before.sessionVersion + 1,
        registrationId: randomUUID(),
        ...(before.emailVerifiedAt ? {} : { emailVerifiedAt: raw('now()'), phoneNumber: null, phoneVerifiedAt: null }),
      })
      .throwIfNotFound();
    if (!before.emailVerifiedAt) await codes.end(trx, user.id);
    const { owner } = await accountsOf(trx, user.email);
    if (!user.claimedAt && isComplete(outstanding(asked, proofsOf(user, { owner })))) {
      await firstCome(() => claim(trx, user.id));
    }
    return user;
  };

  return {
    forgotPassword: ({ email }, language) =>
      atLeast(equalAnswerMs, async () => {
        const asked = await verification.policy();
        await db.transaction((trx) => mailLink(trx, email, asked, language));
      }),

    async resetPassword({ token, password }, language) {
      const valid = (from: Db) =>
        from('accounts.password_resets')
          .where({ token_hash: fingerprint(token) })
          .whereNull('used_at')
          .whereNull('replaced_at')
          .where('expires_at', '>', from.raw('clock_timestamp()'));
      const reset = await valid(db).first<ResetRow | undefined>('user_id', 'registration_id');
      if (!reset) throw new AppError('reset_link_invalid'); // before the dear hash
      const asked = await verification.policy();
      const passwordHash = await hashPassword(password);
      return db.transaction(async (trx) => {
        const { user_id: id, registration_id: registrationId } = reset;
        // The account is locked first, as `mailLink` does.
        const user = await UserModel.query(trx).findById(id).where({ registration_id: registrationId }).forUpdate();
        const used = await valid(trx).update({ used_at: trx.raw('clock_timestamp()') });
        if (!user || used === 0 || !canBeReset(user, asked)) throw new AppError('reset_link_invalid');
        const changed = await change(trx, user, asked, passwordHash);
        const { email, username } = changed;
        await record(trx, user.id, 'password_changed');
        await notifications.send(trx, { template: 'password_changed', to: email, language, values: { username } });
        return { mark: markOf(secrets, changed) };
      });
    },
  } satisfies Pick<Accounts, 'forgotPassword' | 'resetPassword'>;
}
