import { z } from 'zod';
import { defineRoute, EventStream, type Route } from '#src/http/define-route.ts';
import { type Admin, AdminStats, WatchQuery } from '../contract/index.ts';

export const dashboardRoutes = (admin: Pick<Admin, 'stats' | 'watch'>): Route[] => [
  defineRoute({
    method: 'get',
    path: '/api/admin/stats',
    who: 'admin',
    output: AdminStats,
    handle: () => admin.stats(),
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/live',
    who: 'admin',
    input: { query: WatchQuery },
    output: z.never(),
    handle: async ({ query, viewer }) => new EventStream(await admin.watch(viewer, query.topicId)),
  }),
];
