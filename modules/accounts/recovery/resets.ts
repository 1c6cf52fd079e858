import { randomUUID } from 'node:crypto';
import { raw } from 'objection';
import type { Notifications } from '#modules/notifications/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import type { EqualTime } from '#src/platform/equal-time.ts';
import { hashPassword } from '#src/platform/passwords.ts';
import type { Secrets } from '#src/platform/secrets.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Language } from '#src/shared/languages.ts';
import type { Accounts, VerificationKind } from '../contract/index.ts';
import { record } from '../identity/activities.ts';
import { claim, firstCome } from '../identity/claims.ts';
import type { Endings } from '../identity/endings.ts';
import { accountsOf, proofsOf, UserModel } from '../identity/models.ts';
import type { PasswordToken, PasswordTokens } from '../identity/password-tokens.ts';
import { markOf } from '../identity/sign-ins.ts';
import { isComplete, outstanding, type VerificationPolicy } from '../rules/completeness.ts';
import type { CodeSending } from '../signup/sending.ts';

/** Decision 1: a link is valid 60 minutes. */
const linkMinutes = 60;
/**
 * A young one is not replaced: a day's first not within 1 minute, the next not within 2, 4, 8 … and at last not while it is
 * valid. So a mailbox is not flooded, and yet always holds a good link, or gets one when its owner asks.
 */
const pauseSeconds = 60;

interface Dependencies {
  db: Db;
  equalTime: EqualTime;
  secrets: Secrets;
  tokens: PasswordTokens;
  endings: Endings;
  notifications: Notifications;
  sending: CodeSending;
}

/**
 * Whether a link can give this account a new password. A registration under way loses the number that was given with it
 * (see `change`), so where a number is required it would be left without one: registering again is the way then.
 */
function canBeReset(user: UserModel, { phone }: VerificationPolicy): boolean {
  if (user.suspendedAt) return false;
  return user.claimedAt !== null || user.emailVerifiedAt !== null || phone !== 'required';
}

export function createResets({ db, equalTime, secrets, tokens, endings, notifications, sending }: Dependencies) {
  /** Whether an account may be mailed one more link now. The caller holds the lock on the account. */
  const hasRoom = async (trx: Db, { id, registrationId }: UserModel): Promise<boolean> => {
    const { rows } = await trx.raw<{ rows: [{ today: number; age: number | null; good: boolean | null }] }>(
      `select count(*) as today, extract(epoch from clock_timestamp() - max(created_at))::float8 as age,
              (array_agg(used_at is null and replaced_at is null and expires_at > clock_timestamp()
                         and registration_id = :registrationId order by id desc))[1] as good
         from accounts.password_resets
        where user_id = :id and proved_by_code is null and created_at > clock_timestamp() - interval '1 day'`,
      { id, registrationId },
    );
    const [{ today, age, good }] = rows;
    if (age === null) return true;
    return age >= (good ? Math.min(pauseSeconds * 2 ** (today - 1), linkMinutes * 60) : pauseSeconds);
  };

  /** Mails a link to the owner of an address, or else to whoever is registering it. */
  const mailLink = async (trx: Db, email: string, asked: VerificationPolicy, language: Language): Promise<void> => {
    const { owner, newcomer } = await accountsOf(trx, email);
    const id = (owner ?? newcomer)?.id;
    // Locked: by now the address may have become another one, which is not what was asked for.
    const same = UserModel.query(trx).whereRaw('lower(email) = lower(?)', [email]);
    const user = id && (await same.findById(id).forUpdate());
    if (!user || !canBeReset(user, asked) || !(await hasRoom(trx, user))) return;
    const { token, expiresAt } = await tokens.issue(trx, user, { minutes: linkMinutes });
    await notifications.send(trx, {
      template: 'password_reset',
      to: user.email,
      language,
      values: { token, minutes: linkMinutes },
      expiresAt,
    });
  };

  /**
   * What is known of an account's addresses once its token has proved one. Where the e-mail was unproved the number came from
   * who may have been anybody: it goes, or waits for its code where a number is required.
   */
  const proofs = (before: UserModel, proved: VerificationKind, asked: VerificationPolicy) => {
    if (proved === 'phone') return { phoneVerifiedAt: raw('coalesce(phone_verified_at, now())') };
    if (before.emailVerifiedAt) return {};
    const number = asked.phone === 'required' ? {} : { phoneNumber: null };
    return { emailVerifiedAt: raw('now()'), phoneVerifiedAt: null, ...number };
  };

  /**
   * Gives the account its new password, and ends what the old one had opened: sessions, codes, requests, and the claim of
   * the browser that registered.
   */
  const change = async (
    trx: Db,
    before: UserModel,
    { passwordHash, proved, asked }: { passwordHash: string; proved: VerificationKind; asked: VerificationPolicy },
  ): Promise<UserModel> => {
    const user = await UserModel.query(trx)
      .patchAndFetchById(before.id, {
        passwordHash,
        sessionVersion: before.sessionVersion + 1,
        registrationId: randomUUID(),
        ...proofs(before, proved, asked),
      })
      .throwIfNotFound();
    await endings(trx, user.id, { kind: 'password' });
    const { owner } = await accountsOf(trx, user.email);
    if (!user.claimedAt && isComplete(outstanding(asked, proofsOf(user, { owner })))) {
      await firstCome(() => claim(trx, user.id));
    }
    return user;
  };

  return {
    forgotPassword: ({ email }, language) =>
      equalTime(async () => {
        const asked = await sending.policy();
        await db.transaction((trx) => mailLink(trx, email, asked, language));
      }),

    async resetPassword({ token, password }, language) {
      const reset = await tokens.valid(db, token).first<PasswordToken | undefined>();
      if (!reset) throw new AppError('reset_link_invalid'); // before the dear hash
      const { user_id: id, registration_id: registrationId, proved_by_code: provedByCode } = reset;
      const asked = await sending.policy();
      const passwordHash = await hashPassword(password);
      return db.transaction(async (trx) => {
        // The account is locked first, as `mailLink` does.
        const user = await UserModel.query(trx).findById(id).where({ registration_id: registrationId }).forUpdate();
        const used = await tokens.valid(trx, token).update({ used_at: trx.raw('clock_timestamp()') });
        // What a code has opened completes a registration; it never changes an account that is somebody's.
        const open = user && (provedByCode ? !user.claimedAt : canBeReset(user, asked));
        if (!open || used === 0) throw new AppError('reset_link_invalid');
        const mark = markOf(secrets, await change(trx, user, { passwordHash, proved: provedByCode ?? 'email', asked }));
        if (!provedByCode) {
          await record(trx, user.id, 'password_changed');
          await notifications.send(trx, { template: 'password_changed', to: user.email, language, values: {} });
        }
        return { id, mark };
      });
    },
  } satisfies Pick<Accounts, 'forgotPassword' | 'resetPassword'>;
}
