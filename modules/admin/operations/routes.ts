import { Readable } from 'node:stream';
import { z } from 'zod';
import { TextsToday } from '#modules/notifications/contract/index.ts';
import { defineRoute, FileAnswer, type Route } from '#src/http/define-route.ts';
import { ById } from '#src/shared/ids.ts';
import { pageOf } from '#src/shared/paging.ts';
import { SettingValues } from '#src/shared/settings.ts';
import {
  ActivityFilter,
  ActivityItem,
  ActivityQuery,
  type Admin,
  ChangeSetting,
  Job,
  JobHealth,
  JobsQuery,
  RetryJobs,
} from '../contract/index.ts';

export function operationRoutes(admin: Admin): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/admin/settings',
      who: 'admin',
      output: SettingValues,
      handle: () => admin.settings(),
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/texts-today',
      who: 'admin',
      output: TextsToday,
      handle: () => admin.textsToday(),
    }),
    defineRoute({
      method: 'put',
      path: '/api/admin/settings',
      who: 'admin',
      asksPassword: true,
      input: { body: ChangeSetting },
      output: SettingValues,
      handle: ({ body, viewer }) => admin.changeSetting(viewer, body),
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/jobs',
      who: 'admin',
      input: { query: JobsQuery },
      output: pageOf(Job),
      handle: ({ query }) => admin.jobs(query),
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/jobs/health',
      who: 'admin',
      output: JobHealth,
      handle: () => admin.jobHealth(),
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/jobs/retry',
      who: 'admin',
      input: { body: RetryJobs },
      output: z.object({ retried: z.int() }),
      handle: async ({ body, viewer }) => ({ retried: await admin.retryJobs(viewer, body.job) }),
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/jobs/:id/retry',
      who: 'admin',
      input: { params: ById },
      output: z.object({}),
      async handle({ params, viewer }) {
        await admin.retryJob(viewer, params.id);
        return {};
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/jobs/:id/dismiss',
      who: 'admin',
      input: { params: ById },
      output: z.object({}),
      async handle({ params, viewer }) {
        await admin.dismissJob(viewer, params.id);
        return {};
      },
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
