import { Readable } from 'node:stream';
import { z } from 'zod';
import { defineRoute, EventStream, FileAnswer, type Route } from '../../src/http/define-route.ts';
import { pageOf } from '../../src/shared/paging.ts';
import { SettingValues } from '../../src/shared/settings.ts';
import {
  ActivityFilter,
  ActivityItem,
  ActivityQuery,
  type Admin,
  AdminStats,
  ChangeSetting,
  WatchQuery,
} from './contract.ts';

export function adminRoutes(admin: Admin): Route[] {
  return [
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
    defineRoute({
      method: 'get',
      path: '/api/admin/settings',
      who: 'admin',
      output: SettingValues,
      handle: () => admin.settings(),
    }),
    defineRoute({
      method: 'put',
      path: '/api/admin/settings',
      who: 'admin',
      input: { body: ChangeSetting },
      output: SettingValues,
      handle: ({ body, viewer }) => admin.changeSetting(viewer, body),
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/activity',
      who: 'admin',
      input: { query: ActivityQuery },
      output: pageOf(ActivityItem),
      handle: ({ query }) => admin.activity(query),
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/activity/export',
      who: 'admin',
      input: { query: ActivityFilter },
      output: z.never(),
      async handle({ query, viewer }) {
        const body = Readable.from(await admin.exportActivity(viewer, query));
        return new FileAnswer({ body, type: 'text/csv; charset=utf-8' }, { downloadAs: 'podium-activity.csv' });
      },
    }),
  ];
}
