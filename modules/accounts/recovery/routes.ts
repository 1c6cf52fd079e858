import { defineRoute, type Route } from '#src/http/define-route.ts';
import { byAddress, hour } from '#src/http/limits.ts';
import { type Accounts, Done, ForgotPassword, ResetPassword } from '../contract/index.ts';

export function passwordRoutes(accounts: Accounts): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/auth/forgot-password',
      sparedByMaintenance: true,
      who: 'anyone',
      input: { body: ForgotPassword },
      limits: [byAddress('forgot', 30, hour)], // what one address is sent is bounded by resets.ts, and refused to nobody
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
      // Whoever holds the mailed link gets in, whatever others of the same network have tried.
      limits: [{ ...byAddress('reset', 30, hour), failures: ['reset_link_invalid'], lateRefusal: true }],
      output: Done,
      async handle({ body, session, language, t }) {
        const { id, mark } = await accounts.resetPassword(body, language);
        await session.endAll(id);
        session.knowBrowser(mark);
        return { success: true as const, message: t('auth:passwordChanged') };
      },
    }),
  ];
}
