import { z } from 'zod';
import { defineRoute, Redirect, type Route } from '#src/http/define-route.ts';
import { ById } from '#src/shared/ids.ts';
import { pageOf } from '#src/shared/paging.ts';
import {
  Broadcast,
  BroadcastAudience,
  BroadcastDetails,
  BroadcastPreview,
  BroadcastsQuery,
  BroadcastText,
  type Notifications,
  SendBroadcast,
  SubscriptionsDone,
  TestBroadcast,
} from '../contract/index.ts';

const ByToken = z.object({ token: z.string().min(1).max(1_000) });

/** Ten thousand addresses of some hundred letters. */
const listBytes = 1_100_000;

export function broadcastRoutes(notifications: Notifications): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/admin/broadcast-email',
      who: 'admin',
      maxBytes: listBytes,
      input: { body: SendBroadcast },
      output: Broadcast,
      status: 202,
      handle: ({ body, viewer }) => notifications.broadcast(viewer, body),
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/broadcast-email/preview',
      who: 'admin',
      input: { body: BroadcastText },
      output: BroadcastPreview,
      handle: async ({ body, viewer }) => notifications.previewBroadcast(viewer, body),
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/broadcast-email/test',
      who: 'admin',
      limits: [{ name: 'broadcast-test', points: 60, seconds: 3_600, by: 'address' }],
      input: { body: TestBroadcast },
      output: SubscriptionsDone,
      status: 202,
      async handle({ body, viewer, t }) {
        await notifications.testBroadcast(viewer, body);
        return { success: true as const, message: t('admin-emails:tested', { address: viewer.email }) };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/broadcast-audience',
      who: 'admin',
      output: BroadcastAudience,
      handle: () => notifications.broadcastAudience(),
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/broadcasts',
      who: 'admin',
      input: { query: BroadcastsQuery },
      output: pageOf(Broadcast),
      handle: ({ query }) => notifications.broadcasts(query.page),
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/broadcasts/:id',
      who: 'admin',
      input: { params: ById },
      output: BroadcastDetails,
      handle: ({ params }) => notifications.broadcastOf(params.id),
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/broadcasts/:id/cancel',
      who: 'admin',
      input: { params: ById },
      output: Broadcast,
      handle: ({ params, viewer }) => notifications.cancelBroadcast(viewer, params.id),
    }),
    defineRoute({
      method: 'post',
      path: '/api/unsubscribe/:token',
      sparedByMaintenance: true,
      who: 'anyone',
      // Mail services press the button for many people from few addresses.
      limits: [{ name: 'unsubscribe', points: 10_000, seconds: 3_600, by: 'address' }],
      posted: { maxBytes: 10_000 },
      input: { params: ByToken },
      output: SubscriptionsDone,
      async handle({ params, t }) {
        await notifications.unsubscribe(params.token);
        return { success: true as const, message: t('unsubscribe:done.text') };
      },
    }),
    defineRoute({
      // A mail program that knows no one-click opens the header's address as a page.
      method: 'get',
      path: '/api/unsubscribe/:token',
      sparedByMaintenance: true,
      who: 'anyone',
      input: { params: ByToken },
      output: z.never(),
      handle: async ({ params }) => new Redirect(`/unsubscribe?token=${encodeURIComponent(params.token)}`),
    }),
  ];
}
