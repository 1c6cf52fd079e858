import type { Notifications } from '#modules/notifications/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import { violates } from '#src/platform/db.ts';
import type { EqualTime } from '#src/platform/equal-time.ts';
import type { Secrets } from '#src/platform/secrets.ts';
import type { Settings } from '#src/platform/settings.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Language } from '#src/shared/languages.ts';
import { type CodePurpose, codeMinutes } from '../contract/codes.ts';
import {
  type Accounts,
  type Registration,
  type Verification,
  type VerificationKind,
  verificationKinds,
} from '../contract/index.ts';
import { record } from '../identity/activities.ts';
import type { CodeService } from '../identity/codes.ts';
import { type AccountsOfAddress, accountsOf, proofsOf, UserModel } from '../identity/models.ts';
import type { PasswordTokens } from '../identity/password-tokens.ts';
import { signInOf } from '../identity/sign-ins.ts';
import { isComplete, isPhoneAsked, outstanding, type VerificationPolicy } from '../rules/completeness.ts';

interface Dependencies {
  db: Db;
  equalTime: EqualTime;
  secrets: Secrets;
  codes: CodeService;
  tokens: PasswordTokens;
  notifications: Notifications;
  settings: Settings;
}

interface Sending {
  kinds?: readonly VerificationKind[];
  asked: VerificationPolicy;
  language: Language;
  /** Whether a young code stays and no other is sent. */
  pause: boolean;
  /** Asked for by a browser that has nothing to do with the account. */
  elsewhere?: boolean;
}

const purposeOf: Record<VerificationKind, CodePurpose> = { email: 'email_verification', phone: 'phone_verification' };

/** Whether a browser began this very registration. */
const isOf = ({ id, registrationId }: UserModel, registration: Registration | undefined): boolean =>
  registration?.userId === id && registration.registrationId === registrationId;

/** Makes an account somebody's. */
export async function claim(trx: Db, userId: number): Promise<void> {
  const claimed = await trx('accounts.users')
    .where({ id: userId })
    .whereNull('claimed_at')
    .update({ claimed_at: trx.fn.now() });
  if (claimed > 0) await record(trx, userId, 'registered');
}

/** Name, number and address are free until somebody has them: does what takes them, and tells who comes second. */
export async function firstCome<T>(taking: () => Promise<T>): Promise<T> {
  try {
    return await taking();
  } catch (error) {
    if (violates(error, 'users_username')) throw new AppError('username_taken');
    if (violates(error, 'users_phone')) throw new AppError('phone_taken');
    if (violates(error, 'users_email')) throw new AppError('registration_replaced');
    throw error;
  }
}

/** The proof of address and number by codes, and the moment in which an account becomes usable by it. */
export function createVerification({ db, equalTime, secrets, codes, tokens, notifications, settings }: Dependencies) {
  /** Asked for before a transaction begins, which would keep one connection waiting for another. */
  const policy = async (): Promise<VerificationPolicy> => ({
    email: await settings.get('email_verification'),
    phone: await settings.get('phone_verification'),
  });

  const mailCode = async (trx: Db, { id, email }: UserModel, { language, pause, elsewhere }: Sending) => {
    const issued = await codes.issueCode(trx, {
      userId: id,
      purpose: purposeOf.email,
      address: email,
      pause,
      elsewhere,
    });
    if (!issued) return;
    await notifications.send(trx, {
      template: 'verification_code',
      to: email,
      language,
      values: { code: issued.code, minutes: codeMinutes },
      expiresAt: issued.expiresAt,
    });
  };

  const textCode = async (trx: Db, userId: number, phoneNumber: string, { language, pause, elsewhere }: Sending) => {
    const issued = await codes.issueCode(trx, {
      ...{ userId, purpose: purposeOf.phone, address: phoneNumber },
      ...{ pause, elsewhere },
    });
    if (!issued) return;
    await notifications.send(trx, {
      channel: 'sms',
      template: 'verification_code',
      to: phoneNumber,
      language,
      values: { code: issued.code, minutes: codeMinutes },
      expiresAt: issued.expiresAt,
    });
  };

  /** Which codes an account can use. */
  const due = (
    user: UserModel,
    owner: UserModel | undefined,
    asked: VerificationPolicy,
  ): Record<VerificationKind, boolean> => {
    const { emailVerified, phoneVerified, addressTaken } = proofsOf(user, { owner });
    return {
      email: !emailVerified && !addressTaken && asked.email !== 'disabled',
      phone: !phoneVerified && isPhoneAsked(asked, user),
    };
  };

  /**
   * Sends the codes that an account can use, where they may be issued. The address of a registration beside somebody's
   * account gets none, so that such a registration is never completed.
   */
  const sendCodes = async (trx: Db, user: UserModel, owner: UserModel | undefined, sending: Sending): Promise<void> => {
    const { kinds = verificationKinds, asked } = sending;
    const codesDue = due(user, owner, asked);
    if (kinds.includes('email') && codesDue.email) await mailCode(trx, user, sending);
    if (kinds.includes('phone') && codesDue.phone && user.phoneNumber) {
      await textCode(trx, user.id, user.phoneNumber, sending);
    }
  };

  /** Sends one more code at an admin's word. Throws `nothing_to_verify`, and as `codes.requireRoom` does. */
  const sendAgain = async (
    trx: Db,
    user: UserModel,
    kind: VerificationKind,
    { policy: asked, language }: { policy: VerificationPolicy; language: Language },
  ): Promise<void> => {
    const { owner } = await accountsOf(trx, user.email);
    const address = kind === 'email' ? user.email : user.phoneNumber;
    if (!due(user, owner, asked)[kind] || !address) throw new AppError('nothing_to_verify');
    await codes.requireRoom(trx, user.id, purposeOf[kind], address);
    await sendCodes(trx, user, owner, { kinds: [kind], asked, language, pause: true });
  };

  /** The account that a code for this address can be meant for. */
  const meant = (
    kind: VerificationKind,
    { owner, newcomer }: AccountsOfAddress,
    registration: Registration | undefined,
  ): UserModel | undefined => {
    const mine = [owner, newcomer].find((user) => user && user.id === registration?.userId);
    return mine ?? (kind === 'email' ? (owner ?? newcomer) : (newcomer ?? owner));
  };

  /** Marks the proof of an address that the account still has. */
  const prove = async (trx: Db, kind: VerificationKind, user: UserModel, address: string): Promise<UserModel> => {
    const [column, same] =
      kind === 'email' ? ['email_verified_at', 'lower(email) = lower(?)'] : ['phone_verified_at', 'phone_number = ?'];
    const [proved] = await trx('accounts.users')
      .where({ id: user.id, registration_id: user.registrationId })
      .whereNull(column)
      .whereRaw(same, [address])
      .update({ [column]: trx.fn.now() })
      .returning('*');
    if (!proved) throw new AppError('invalid_code');
    return UserModel.fromDatabaseJson(proved);
  };

  /** A number that is another account's is told to whoever has proved to hold it, and to nobody else. */
  const requireFree = async (trx: Db, phoneNumber: string, userId: number): Promise<void> => {
    const holder = await UserModel.query(trx)
      .where({ phone_number: phoneNumber })
      .whereNotNull('phone_verified_at')
      .whereNotNull('claimed_at')
      .whereNot('id', userId)
      .first();
    if (holder) throw new AppError('phone_taken');
  };

  /**
   * A right code in a browser that did not register: whoever proves the address there sets the password there, for the
   * registration's own may have been chosen by anybody. A number proves nothing about an e-mail address that must be proved
   * or has been: its code then waits for a browser that knows the password.
   */
  const proveElsewhere = async (
    trx: Db,
    kind: VerificationKind,
    user: UserModel,
    { asked, addressTaken }: { asked: VerificationPolicy; addressTaken: boolean },
  ): Promise<Verification> => {
    const emailDecides = asked.email === 'required' || user.emailVerifiedAt !== null || addressTaken;
    if (kind === 'phone' && emailDecides) throw new AppError('registered_elsewhere');
    const { token } = await tokens.issue(trx, user, { minutes: codeMinutes, provedByCode: kind });
    return { signIn: null, passwordToken: token };
  };

  const verify = async (
    kind: VerificationKind,
    { email, code }: { email: string; code: string },
    registration: Registration | undefined,
  ): Promise<Verification> => {
    const found = await accountsOf(db, email);
    const user = meant(kind, found, registration);
    if (!user) throw new AppError('invalid_code');
    const { id, registrationId } = user;
    const mine = registration?.userId === id;
    const asked = await policy();
    const allow = async (trx: Db, address: string): Promise<Verification> => {
      // Somebody registered this address again after this browser did: the account has that other password now, and
      // redeeming the code here would hand the account to whoever chose it. Told to whoever has the code alone, or it
      // would tell whether the address is known.
      if (mine && registration.registrationId !== registrationId) throw new AppError('registration_replaced');
      if (kind === 'phone') await requireFree(trx, address, id);
      const { owner } = found;
      const present = await UserModel.query(trx).findById(id).where({ registration_id: registrationId });
      if (!present) throw new AppError('invalid_code');
      if (!mine && !present.claimedAt) {
        return proveElsewhere(trx, kind, present, { asked, addressTaken: proofsOf(present, { owner }).addressTaken });
      }
      const proved = await prove(trx, kind, present, address);
      const complete = isComplete(outstanding(asked, proofsOf(proved, { owner })));
      if (complete && !proved.claimedAt) await claim(trx, id);
      const signsIn = mine && complete && !proved.suspendedAt;
      return { signIn: signsIn ? signInOf(secrets, proved) : null, passwordToken: null };
    };
    const redemption = { userId: id, purpose: purposeOf[kind], code, elsewhere: !isOf(user, registration) };
    return firstCome(() => codes.redeemCode(db, redemption, allow));
  };

  return {
    policy,
    due,
    sendCodes,
    sendAgain,

    verifyEmail: (input, registration) => equalTime(() => verify('email', input, registration)),
    verifyPhone: (input, registration) => equalTime(() => verify('phone', input, registration)),

    resendCode: ({ email, type }, language, registration) =>
      equalTime(async () => {
        const { owner, newcomer } = await accountsOf(db, email);
        const asked = await policy();
        for (const user of [owner, newcomer]) {
          if (!user) continue;
          const sending = { kinds: [type], asked, language, pause: true, elsewhere: !isOf(user, registration) };
          await db.transaction((trx) => sendCodes(trx, user, owner, sending));
        }
      }),

    async verificationOf({ userId, registrationId }) {
      const user = await UserModel.query(db).findById(userId).where({ registration_id: registrationId });
      if (!user) return null;
      const asked = await policy();
      const proofs = proofsOf(user, await accountsOf(db, user.email));
      return {
        email: user.email,
        emailVerified: proofs.emailVerified || (asked.email === 'disabled' && !proofs.addressTaken),
        phoneRequired: isPhoneAsked(asked, proofs),
        phoneVerified: proofs.phoneVerified,
      };
    },
  } satisfies Pick<Accounts, 'verifyEmail' | 'verifyPhone' | 'resendCode' | 'verificationOf'> & Record<string, unknown>;
}

export type VerificationService = ReturnType<typeof createVerification>;
