import { z } from 'zod';
import { defineRoute, type Route } from '#src/http/define-route.ts';
import type { Db } from '#src/platform/db.ts';
import { type Analytics, PageView } from './contract/index.ts';

export function analyticsRoutes(db: Db, analytics: Analytics): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/page-views',
      who: 'anyone',
      limits: [{ name: 'page-views', points: 300, seconds: 60, by: 'address' }],
      input: { body: PageView },
      output: z.object({}),
      status: 202,
      async handle({ body }) {
        await analytics.countPageView(db, body);
        return {};
      },
    }),
  ];
}
