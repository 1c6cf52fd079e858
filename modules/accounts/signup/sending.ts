import type { Notifications } from '#modules/notifications/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import type { Settings } from '#src/platform/settings.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Language } from '#src/shared/languages.ts';
import { type CodePurpose, codeMinutes } from '../contract/codes.ts';
import { type VerificationKind, verificationKinds } from '../contract/sign-in.ts';
import type { CodeService } from '../identity/codes.ts';
import { accountsOf, proofsOf, type UserModel } from '../identity/models.ts';
import { isPhoneAsked, type VerificationPolicy } from '../rules/completeness.ts';

interface Dependencies {
  codes: CodeService;
  notifications: Pick<Notifications, 'send'>;
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

export const purposeOf: Record<VerificationKind, CodePurpose> = {
  email: 'email_verification',
  phone: 'phone_verification',
};

/** Which codes an account has to be sent, and sending them. */
export function createCodeSending({ codes, notifications, settings }: Dependencies) {
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

  return { policy, due, sendCodes, sendAgain };
}

export type CodeSending = ReturnType<typeof createCodeSending>;
