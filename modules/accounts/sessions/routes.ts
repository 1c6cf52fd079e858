import { z } from 'zod';
import { defineRoute, Redirect, type Route } from '#src/http/define-route.ts';
import { byUser, hour } from '#src/http/limits.ts';
import { AppError } from '#src/shared/errors.ts';
import type { SessionUser } from '#src/shared/viewer.ts';
import {
  type Accounts,
  ChangePreferences,
  ConfirmPassword,
  CurrentUser,
  Done,
  LoggedIn,
  Login,
  Preferences,
} from '../contract/index.ts';

export function loginRoutes(accounts: Accounts): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/auth/login',
      sparedByMaintenance: true,
      who: 'anyone',
      input: { body: Login },
      guessing: {
        failures: ['invalid_credentials'],
        account: ({ email }) => email.toLowerCase(),
        marks: ({ email }) => accounts.marksOf(email),
      },
      output: LoggedIn,
      async handle({ body, session, language, t }) {
        const login = await accounts.login(body, language);
        if (login.signIn) await session.signIn(login.signIn, { passwordGiven: true });
        session.registration = login.registration; // this browser knows the password: it may prove what is unproved
        if (!login.signIn) throw new AppError('verification_required');
        return { success: true as const, message: t('auth:loggedIn'), user: login.user };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/auth/confirm-password',
      sparedByMaintenance: true,
      who: 'user',
      input: { body: ConfirmPassword },
      limits: [{ ...byUser('confirm-password', 10, hour), failures: ['wrong_password'] }],
      output: z.object({}),
      async handle({ body, viewer, session }) {
        await accounts.confirmPassword(viewer, body.password);
        await session.passwordGiven();
        return {};
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/auth/logout',
      sparedByMaintenance: true,
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
      sparedByMaintenance: true,
      who: 'anyone',
      output: Done,
      async handle({ session, ownNavigation }) {
        if (ownNavigation) await session.signOut(); // neither another site nor a picture's address signs anybody out
        return new Redirect('/');
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/auth/user',
      sparedByMaintenance: true,
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
