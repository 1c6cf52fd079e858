import { Readable } from 'node:stream';
import { z } from 'zod';
import { defineRoute, FileAnswer, type Route } from '#src/http/define-route.ts';
import { ById } from '#src/shared/ids.ts';
import { pageOf } from '#src/shared/paging.ts';
import { AdminAward, type AwardAdministration, AwardsFilter, AwardsQuery, WithholdAward } from '../contract/admin.ts';

export function prizeAdminRoutes(prizes: AwardAdministration): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/admin/awards',
      who: 'admin',
      input: { query: AwardsQuery },
      output: pageOf(AdminAward),
      handle: ({ query }) => prizes.awards(query),
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/awards/export',
      who: 'admin',
      asksPassword: true,
      input: { query: AwardsFilter },
      output: z.never(),
      async handle({ query, viewer }) {
        const body = Readable.from(await prizes.exportAwards(viewer, query));
        return new FileAnswer({ body, type: 'text/csv; charset=utf-8' }, { downloadAs: 'podium-awards.csv' });
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/awards/:id/paid',
      who: 'admin',
      asksPassword: true,
      input: { params: ById },
      output: z.object({}),
      async handle({ params, viewer }) {
        await prizes.markPaid(viewer, params.id);
        return {};
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/awards/:id/withhold',
      who: 'admin',
      asksPassword: true,
      input: { params: ById, body: WithholdAward },
      output: z.object({}),
      async handle({ params, body, viewer }) {
        await prizes.withhold(viewer, params.id, body.reason);
        return {};
      },
    }),
  ];
}
