import type { Db } from '#src/platform/db.ts';
import type { EqualTime } from '#src/platform/equal-time.ts';
import type { Secrets } from '#src/platform/secrets.ts';
import { AppError } from '#src/shared/errors.ts';
import { codeMinutes } from '../contract/codes.ts';
import type { Accounts, Registration, Verification, VerificationKind } from '../contract/index.ts';
import { claim, firstCome } from '../identity/claims.ts';
import type { CodeService } from '../identity/codes.ts';
import { type AccountsOfAddress, accountsOf, proofsOf, UserModel } from '../identity/models.ts';
import type { PasswordTokens } from '../identity/password-tokens.ts';
import { signInOf } from '../identity/sign-ins.ts';
import { isComplete, isPhoneAsked, outstanding, type VerificationPolicy } from '../rules/completeness.ts';
import { type CodeSending, purposeOf } from './sending.ts';

interface Dependencies {
  db: Db;
  equalTime: EqualTime;
  secrets: Secrets;
  codes: CodeService;
  tokens: PasswordTokens;
  sending: CodeSending;
}

/** Whether a browser began this very registration. */
const isOf = ({ id, registrationId }: UserModel, registration: Registration | undefined): boolean =>
  registration?.userId === id && registration.registrationId === registrationId;

/** The proof of address and number by codes, and the moment in which an account becomes usable by it. */
export function createVerification({
  db,
  equalTime,
  secrets,
  codes,
  tokens,
  sending,
}: Dependencies): Pick<Accounts, 'verifyEmail' | 'verifyPhone' | 'resendCode' | 'verificationOf'> {
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
    const asked = await sending.policy();
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
    verifyEmail: (input, registration) => equalTime(() => verify('email', input, registration)),
    verifyPhone: (input, registration) => equalTime(() => verify('phone', input, registration)),

    resendCode: ({ email, type }, language, registration) =>
      equalTime(async () => {
        const { owner, newcomer } = await accountsOf(db, email);
        const asked = await sending.policy();
        for (const user of [owner, newcomer]) {
          if (!user) continue;
          const how = { kinds: [type], asked, language, pause: true, elsewhere: !isOf(user, registration) };
          await db.transaction((trx) => sending.sendCodes(trx, user, owner, how));
        }
      }),

    async verificationOf({ userId, registrationId }) {
      const user = await UserModel.query(db).findById(userId).where({ registration_id: registrationId });
      if (!user) return null;
      const asked = await sending.policy();
      const proofs = proofsOf(user, await accountsOf(db, user.email));
      return {
        email: user.email,
        emailVerified: proofs.emailVerified || (asked.email === 'disabled' && !proofs.addressTaken),
        phoneRequired: isPhoneAsked(asked, proofs),
        phoneVerified: proofs.phoneVerified,
      };
    },
  };
}
