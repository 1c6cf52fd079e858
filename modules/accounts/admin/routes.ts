import { z } from 'zod';
import { defineRoute, type Route } from '#src/http/define-route.ts';
import { ById } from '#src/shared/ids.ts';
import { PageQuery, pageOf } from '#src/shared/paging.ts';
import {
  AdminUser,
  AdminUserRow,
  AdminUsersQuery,
  ChangeUser,
  CreateUser,
  Deletion,
  DeletionsQuery,
  ResendCode,
  SharedCardGroup,
} from '../contract/admin.ts';
import { type Accounts, Session } from '../contract/index.ts';
import { presentSession } from '../sessions/session-routes.ts';

/** Users as admins see and change them. */
export function userRoutes(accounts: Accounts): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/users',
      who: 'admin',
      input: { query: AdminUsersQuery },
      output: pageOf(AdminUserRow),
      handle: ({ query }) => accounts.users(query),
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/users/:id',
      who: 'admin',
      input: { params: ById },
      output: AdminUser,
      handle: ({ params }) => accounts.adminUser(params.id),
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/users',
      who: 'admin',
      asksPassword: ({ role }) => role !== 'user',
      input: { body: CreateUser },
      output: AdminUser,
      status: 201,
      handle: ({ body, viewer }) => accounts.createUser(viewer, body),
    }),
    defineRoute({
      method: 'put',
      path: '/api/admin/users/:id',
      who: 'admin',
      asksPassword: true,
      input: { params: ById, body: ChangeUser },
      output: AdminUser,
      async handle({ params, body, viewer, session }) {
        const changed = await accounts.changeUser(viewer, params.id, body);
        if (changed.suspended && body.suspended) await session.endAll(params.id);
        return changed;
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/users/:id/sessions',
      who: 'admin',
      input: { params: ById },
      output: z.array(Session),
      handle: async ({ params, session }) => (await session.list(params.id)).map(presentSession),
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/users/:id/sessions/end',
      who: 'admin',
      input: { params: ById },
      output: z.object({}),
      async handle({ params, viewer, session }) {
        await accounts.endSessions(viewer, params.id); // ends them; what follows clears them away
        await session.endAll(params.id);
        return {};
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/users/:id/resend-code',
      who: 'admin',
      input: { params: ById, body: ResendCode },
      output: z.object({}),
      async handle({ params, body, viewer, language }) {
        await accounts.resendCodeTo(viewer, params.id, body.type, language);
        return {};
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/account-actions',
      who: 'admin',
      input: { query: DeletionsQuery },
      output: pageOf(Deletion),
      handle: ({ query }) => accounts.deletions(query),
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/shared-cards',
      who: 'admin',
      input: { query: PageQuery },
      output: pageOf(SharedCardGroup),
      handle: ({ query }) => accounts.cardGroups(query.page),
    }),
  ];
}
