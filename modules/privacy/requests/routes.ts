import { z } from 'zod';
import { wrongCode } from '#modules/accounts/contract/codes.ts';
import { defineRoute, type Route } from '#src/http/define-route.ts';
import { byUser, hour } from '#src/http/limits.ts';
import { ById } from '#src/shared/ids.ts';
import {
  AccountAction,
  ActionRequested,
  type ActionType,
  ActionVerified,
  type Privacy,
  RequestAction,
  VerifyAction,
} from '../contract/index.ts';

const limits = [byUser('account-actions', 10, hour)];

/** What somebody asks for about the whole account. */
export function requestRoutes(privacy: Privacy): Route[] {
  const request = (path: '/api/account/request-deletion' | '/api/account/request-export', type: ActionType) =>
    defineRoute({
      method: 'post',
      path,
      who: 'user',
      limits,
      input: { body: RequestAction },
      output: ActionRequested,
      async handle({ body, viewer, language, t }) {
        const requested = await privacy.requestAction(viewer, type, body.reason, language);
        return { ...requested, message: t('auth:actionRequested') };
      },
    });
  return [
    request('/api/account/request-deletion', 'account_deletion'),
    request('/api/account/request-export', 'data_export'),
    defineRoute({
      method: 'get',
      path: '/api/account/actions',
      who: 'user',
      output: z.array(AccountAction),
      handle: ({ viewer }) => privacy.actionsOf(viewer.id),
    }),
    defineRoute({
      method: 'post',
      path: '/api/account/verify',
      who: 'user',
      limits: [{ ...byUser('account-verify', 30, hour), failures: wrongCode }],
      input: { body: VerifyAction },
      output: ActionVerified,
      async handle({ body, viewer, t }) {
        const { downloadUrl, status, actionType } = await privacy.verifyAction(viewer, body);
        const next = status === 'pending' ? 'other' : actionType === 'data_export' ? 'export' : 'deletion';
        return { downloadUrl, complete: status !== 'pending', message: t(`auth:actionVerified.${next}`) };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/account/actions/:id/cancel',
      who: 'user',
      input: { params: ById },
      output: AccountAction,
      handle: ({ params, viewer }) => privacy.cancelAction(viewer, params.id),
    }),
  ];
}
