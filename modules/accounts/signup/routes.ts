import { defineRoute, type Route, type SessionAccess } from '#src/http/define-route.ts';
import { byAddress, hour } from '#src/http/limits.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Translate } from '#src/shared/translate.ts';
import type { SignIn } from '#src/shared/viewer.ts';
import { wrongCode } from '../contract/codes.ts';
import {
  type Accounts,
  Done,
  Register,
  Registered,
  RegistrationSettings,
  ResendVerification,
  type Verification,
  VerificationState,
  Verified,
  VerifyCode,
} from '../contract/index.ts';
import { codePause, codesADay, ofKind } from '../identity/limits.ts';
import type { Outstanding } from '../rules/completeness.ts';

/** Signs in without forgetting the registration, whose address may still be unproved. */
async function signInHere(session: SessionAccess, user: SignIn, passwordGiven = false): Promise<void> {
  const { registration } = session;
  await session.signIn(user, { passwordGiven });
  session.registration = registration;
}

async function verified(
  text: 'auth:emailVerified' | 'auth:phoneVerified',
  { signIn, passwordToken }: Verification,
  session: SessionAccess,
  t: Translate,
) {
  if (signIn) await signInHere(session, signIn);
  const message = t(passwordToken ? 'auth:verifiedElsewhere' : text);
  return { success: true as const, message, signedIn: signIn !== null, passwordToken };
}

const nextStep = ({ email, phone }: Outstanding) =>
  email
    ? phone
      ? 'auth:registeredBoth'
      : 'auth:registered'
    : phone
      ? 'auth:registeredPhone'
      : 'auth:registeredAtOnce';

/** Of a network. A code itself bears five tries, which codes.ts counts. */
const wrongCodes = { ...byAddress('verify', 30, hour), failures: wrongCode };

export function registrationRoutes(accounts: Accounts): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/auth/settings',
      sparedByMaintenance: true,
      who: 'anyone',
      output: RegistrationSettings,
      handle: () => accounts.registrationSettings(),
    }),
    defineRoute({
      method: 'post',
      path: '/api/auth/register',
      who: 'anyone',
      input: { body: Register },
      limits: [
        byAddress('register', 30, hour),
        ofKind('email', codesADay),
        { ...ofKind('phone', codesADay), onlyCounts: true },
        { ...ofKind('email', codePause), onlyCounts: true },
        { ...ofKind('phone', codePause), onlyCounts: true },
      ],
      output: Registered,
      async handle({ body, session, language, t }) {
        const registered = await accounts.register(body, language);
        session.registration = registered.registration;
        if (registered.signIn) await signInHere(session, registered.signIn, true);
        const { email, phone } = registered.outstanding;
        return {
          success: true as const,
          message: t(nextStep(registered.outstanding)),
          requiresVerification: email || phone,
          phoneVerificationRequired: phone,
        };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/auth/verify-email',
      who: 'anyone',
      input: { body: VerifyCode },
      limits: [wrongCodes],
      output: Verified,
      async handle({ body, session, t }) {
        return verified('auth:emailVerified', await accounts.verifyEmail(body, session.registration), session, t);
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/auth/verify-phone',
      who: 'anyone',
      input: { body: VerifyCode },
      limits: [wrongCodes],
      output: Verified,
      async handle({ body, session, t }) {
        return verified('auth:phoneVerified', await accounts.verifyPhone(body, session.registration), session, t);
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/auth/resend-verification',
      who: 'anyone',
      input: { body: ResendVerification },
      limits: [byAddress('resend', 30, hour), codePause, codesADay],
      output: Done,
      async handle({ body, session, language, t }) {
        await accounts.resendCode(body, language, session.registration);
        return { success: true as const, message: t(body.type === 'email' ? 'auth:codeResent' : 'auth:codeTexted') };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/auth/verification',
      who: 'anyone',
      output: VerificationState,
      async handle({ session }) {
        const state = session.registration && (await accounts.verificationOf(session.registration));
        if (!state) throw new AppError('not_found');
        return state;
      },
    }),
  ];
}
