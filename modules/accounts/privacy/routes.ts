import { z } from 'zod';
import { defineRoute, FileAnswer, NotYet, type Route } from '#src/http/define-route.ts';
import { ById } from '#src/shared/ids.ts';
import {
  AccountAction,
  ActionRequested,
  type ActionType,
  ActionVerified,
  RequestAction,
  VerifyAction,
} from '../contract/actions.ts';
import type { Accounts } from '../contract/index.ts';
import { byUser, hour, wrongCode } from '../identity/limits.ts';

const limits = [byUser('account-actions', 10, hour)];

/** What somebody asks for about the whole account, and an admin's decision about a deletion. */
export function actionRoutes(accounts: Accounts): Route[] {
  const request = (path: '/api/account/request-deletion' | '/api/account/request-export', type: ActionType) =>
    defineRoute({
      method: 'post',
      path,
      who: 'user',
      limits,
      input: { body: RequestAction },
      output: ActionRequested,
      async handle({ body, viewer, language, t }) {
        const requested = await accounts.requestAction(viewer, type, body.reason, language);
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
      handle: ({ viewer }) => accounts.actionsOf(viewer.id),
    }),
    defineRoute({
      method: 'post',
      path: '/api/account/verify',
      who: 'user',
      limits: [{ ...byUser('account-verify', 30, hour), failures: wrongCode }],
      input: { body: VerifyAction },
      output: ActionVerified,
      async handle({ body, viewer, t }) {
        const { downloadUrl, status, actionType } = await accounts.verifyAction(viewer, body);
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
      handle: ({ params, viewer }) => accounts.cancelAction(viewer, params.id),
    }),
    defineRoute({
      method: 'get',
      path: '/api/account/exports/:id',
      who: 'user',
      input: { params: ById, query: z.object({ signature: z.string().max(100).default('') }) },
      output: z.never(),
      async handle({ params, query, viewer }) {
        const download = await accounts.download(viewer, params.id, query.signature);
        if (download.state === 'building') return new NotYet(2);
        return new FileAnswer(download.file, { downloadAs: download.name });
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/account-actions/:id/decide',
      who: 'admin',
      asksPassword: ({ approved }) => approved,
      input: { params: ById, body: z.strictObject({ approved: z.boolean('invalid') }) },
      output: z.object({}),
      async handle({ params, body, viewer, session, language }) {
        const erased = await accounts.decideDeletion(viewer, params.id, body.approved, language);
        if (erased) await session.endAll(erased); // its list names browsers
        return {};
      },
    }),
  ];
}
