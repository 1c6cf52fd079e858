import { z } from 'zod';
import { defineRoute, type Route } from '#src/http/define-route.ts';
import { ById } from '#src/shared/ids.ts';
import { pageOf } from '#src/shared/paging.ts';
import { Deletion, DeletionsQuery, type Privacy } from '../contract/index.ts';

export const erasureRoutes = (privacy: Pick<Privacy, 'deletions' | 'decideDeletion'>): Route[] => [
  defineRoute({
    method: 'get',
    path: '/api/admin/account-actions',
    who: 'admin',
    input: { query: DeletionsQuery },
    output: pageOf(Deletion),
    handle: ({ query }) => privacy.deletions(query),
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/account-actions/:id/decide',
    who: 'admin',
    asksPassword: ({ approved }) => approved,
    input: { params: ById, body: z.strictObject({ approved: z.boolean('invalid') }) },
    output: z.object({}),
    async handle({ params, body, viewer, session, language }) {
      const erased = await privacy.decideDeletion(viewer, params.id, body.approved, language);
      if (erased) await session.endAll(erased); // its list names browsers
      return {};
    },
  }),
];
