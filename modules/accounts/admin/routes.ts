import { z } from 'zod';
import { defineRoute, type Route } from '#src/http/define-route.ts';
import type { Db } from '#src/platform/db.ts';
import { ById } from '#src/shared/ids.ts';
import { ResendCode, type UserAdministration } from '../contract/admin.ts';
import { Session } from '../contract/profile.ts';
import { presentSession } from '../sessions/session-routes.ts';

/** Where a user is signed in, and codes: what an admin does about an account alone. */
export const accountAdminRoutes = (
  db: Db,
  accounts: Pick<UserAdministration, 'endSessions' | 'resendCodeTo'>,
): Route[] => [
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
      await accounts.endSessions(db, viewer, params.id); // ends them; what follows clears them away
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
      await accounts.resendCodeTo(db, viewer, params.id, body.type, language);
      return {};
    },
  }),
];
