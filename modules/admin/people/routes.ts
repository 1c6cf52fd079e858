import { ChangeUser, CreateUser } from '#modules/accounts/contract/admin.ts';
import type { Accounts } from '#modules/accounts/contract/index.ts';
import { defineRoute, type Route } from '#src/http/define-route.ts';
import type { Db } from '#src/platform/db.ts';
import { ById } from '#src/shared/ids.ts';
import { PageQuery, pageOf } from '#src/shared/paging.ts';
import { type AdminPeople, AdminUser, AdminUserRow, AdminUsersQuery, SharedCardGroup } from '../contract/people.ts';

/** Users as admins see and change them. */
export function userRoutes(
  db: Db,
  accounts: Pick<Accounts, 'createUser' | 'changeUser'>,
  people: AdminPeople,
): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/users',
      who: 'admin',
      input: { query: AdminUsersQuery },
      output: pageOf(AdminUserRow),
      handle: ({ query }) => people.users(query),
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/users/:id',
      who: 'admin',
      input: { params: ById },
      output: AdminUser,
      handle: ({ params }) => people.adminUser(params.id),
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/users',
      who: 'admin',
      asksPassword: ({ role }) => role !== 'user',
      input: { body: CreateUser },
      output: AdminUser,
      status: 201,
      handle: async ({ body, viewer }) => people.adminUser(await accounts.createUser(db, viewer, body)),
    }),
    defineRoute({
      method: 'put',
      path: '/api/admin/users/:id',
      who: 'admin',
      asksPassword: true,
      input: { params: ById, body: ChangeUser },
      output: AdminUser,
      async handle({ params, body, viewer, session }) {
        await accounts.changeUser(db, viewer, params.id, body);
        const changed = await people.adminUser(params.id);
        if (changed.suspended && body.suspended) await session.endAll(params.id);
        return changed;
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/shared-cards',
      who: 'admin',
      input: { query: PageQuery },
      output: pageOf(SharedCardGroup),
      handle: ({ query }) => people.cardGroups(query.page),
    }),
  ];
}
