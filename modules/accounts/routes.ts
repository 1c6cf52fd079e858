import { defineRoute, type Limit, Redirect, type Route } from '../../src/http/define-route.ts';
import type { SessionUser } from '../../src/shared/viewer.ts';
import {
  type Accounts,
  ChangePreferences,
  CurrentUser,
  Done,
  LoggedIn,
  Login,
  Preferences,
  Register,
  Registered,
  ResendVerification,
  resendPauseSeconds,
  Verified,
  VerifyEmail,
} from './contract.ts';

const minute = 60;
const hour = 60 * minute;

const byAddress = (name: string, points: number, seconds: number): Limit<unknown> => ({
  name,
  points,
  seconds,
  by: 'address',
});
const byEmail = (name: string, points: number, seconds: number): Limit<{ email: string }> => ({
  name,
  points,
  seconds,
  by: (body) => body.email.toLowerCase(),
});

/** Known and unknown addresses meet the same limits, so that a refusal tells nothing (decision 1). */
const codePause = byEmail('code-pause', 1, resendPauseSeconds);
const codesADay = byEmail('codes-a-day', 10, 24 * hour);

export function accountRoutes(accounts: Accounts): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/auth/register',
      who: 'anyone',
      input: { body: Register },
      limits: [byAddress('register', 30, hour), codesADay, { ...codePause, onlyCounts: true }],
      output: Registered,
      async handle({ body, session, language, t }) {
        session.registration = await accounts.register(body, language);
        return {
          success: true as const,
          message: t('auth:registered'),
          requiresVerification: true,
          phoneVerificationRequired: false,
        };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/auth/verify-email',
      who: 'anyone',
      input: { body: VerifyEmail },
      limits: [byAddress('verify', 60, 10 * minute), byEmail('verify-email', 30, hour)],
      output: Verified,
      async handle({ body, session, t }) {
        const signIn = await accounts.verifyEmail(body, session.registration);
        if (signIn) await session.signIn(signIn);
        return { success: true as const, message: t('auth:emailVerified'), signedIn: signIn !== null };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/auth/resend-verification',
      who: 'anyone',
      input: { body: ResendVerification },
      limits: [byAddress('resend', 30, hour), codePause, codesADay],
      output: Done,
      async handle({ body, language, t }) {
        await accounts.resendCode(body, language);
        return { success: true as const, message: t('auth:codeResent') };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/auth/login',
      who: 'anyone',
      input: { body: Login },
      limits: [byAddress('login', 60, 10 * minute), byEmail('login-email', 10, 15 * minute)],
      output: LoggedIn,
      async handle({ body, session, language, t }) {
        const { id, sessionVersion, username, email } = await accounts.login(body, language);
        await session.signIn({ id, sessionVersion });
        return { success: true as const, message: t('auth:loggedIn'), user: { username, email } };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/auth/logout',
      who: 'anyone',
      output: Done,
      async handle({ session, t }) {
        await session.signOut();
        return { success: true as const, message: t('auth:loggedOut') };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/auth/logout',
      who: 'anyone',
      output: Done,
      async handle({ session, crossSite }) {
        if (!crossSite) await session.signOut(); // another site's link must not sign anybody out (decision 1)
        return new Redirect('/');
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/auth/user',
      who: 'user',
      output: CurrentUser,
      handle: async ({ viewer }) => viewer,
    }),
    defineRoute({
      method: 'get',
      path: '/api/users/preferences',
      who: 'user',
      output: Preferences,
      handle: async ({ viewer }) => presentPreferences(viewer),
    }),
    defineRoute({
      method: 'put',
      path: '/api/users/preferences',
      who: 'user',
      input: { body: ChangePreferences },
      output: Preferences,
      async handle({ body, viewer }) {
        const wanted = Object.fromEntries(
          Object.entries(body).map(([name, value]) => [name, value === 'auto' ? null : value]),
        );
        await accounts.savePreferences(viewer.id, wanted);
        return presentPreferences({ ...viewer, ...wanted });
      },
    }),
  ];
}

function presentPreferences({ preferredLanguage, preferredCurrency }: SessionUser) {
  return {
    preferredLanguage: preferredLanguage ?? ('auto' as const),
    preferredCurrency: preferredCurrency ?? ('auto' as const),
  };
}
