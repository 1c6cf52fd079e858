import { defineRoute, type Limit, type Route } from '../../src/http/define-route.ts';
import { type Accounts, Done, ForgotPassword, ResetPassword } from './contract.ts';
import { byAddress, byEmail, hour } from './limits.ts';

const byToken: Limit<{ token: string }> = { name: 'reset-token', points: 10, seconds: hour, by: ({ token }) => token };

export function passwordRoutes(accounts: Accounts): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/auth/forgot-password',
      sparedByMaintenance: true,
      who: 'anyone',
      input: { body: ForgotPassword },
      limits: [byAddress('forgot', 30, hour), byEmail('forgot-email', 5, hour)],
      output: Done,
      async handle({ body, language, t }) {
        await accounts.forgotPassword(body, language);
        return { success: true as const, message: t('auth:resetMailed') };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/auth/reset-password',
      sparedByMaintenance: true,
      who: 'anyone',
      input: { body: ResetPassword },
      limits: [byAddress('reset', 30, hour), byToken],
      output: Done,
      async handle({ body, session, language, t }) {
        await session.endAll(await accounts.resetPassword(body, language));
        return { success: true as const, message: t('auth:passwordChanged') };
      },
    }),
  ];
}
