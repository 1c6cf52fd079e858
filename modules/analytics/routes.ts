import { z } from 'zod';
import { defineRoute, type Route } from '#src/http/define-route.ts';
import { type Analytics, PageView } from './contract/index.ts';

export function analyticsRoutes(analytics: Analytics): Route[] {
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
        await analytics.countPageView(body);
        return {};
      },
    }),
  ];
}
