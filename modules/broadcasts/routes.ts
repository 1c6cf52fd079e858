import { SubscriptionsDone } from '#modules/notifications/contract/index.ts';
import { defineRoute, type Route } from '#src/http/define-route.ts';
import { ById } from '#src/shared/ids.ts';
import { pageOf } from '#src/shared/paging.ts';
import {
  Broadcast,
  BroadcastAudience,
  BroadcastDetails,
  BroadcastPreview,
  type Broadcasts,
  BroadcastsQuery,
  BroadcastText,
  SendBroadcast,
  TestBroadcast,
} from './contract/index.ts';

/** Ten thousand addresses of some hundred letters. */
const listBytes = 1_100_000;

export function broadcastRoutes(broadcasts: Broadcasts): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/admin/broadcast-email',
      who: 'admin',
      maxBytes: listBytes,
      input: { body: SendBroadcast },
      output: Broadcast,
      status: 202,
      handle: ({ body, viewer }) => broadcasts.broadcast(viewer, body),
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/broadcast-email/preview',
      who: 'admin',
      input: { body: BroadcastText },
      output: BroadcastPreview,
      handle: async ({ body, viewer }) => broadcasts.previewBroadcast(viewer, body),
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
        await broadcasts.testBroadcast(viewer, body);
        return { success: true as const, message: t('admin-emails:tested', { address: viewer.email }) };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/broadcast-audience',
      who: 'admin',
      output: BroadcastAudience,
      handle: () => broadcasts.broadcastAudience(),
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/broadcasts',
      who: 'admin',
      input: { query: BroadcastsQuery },
      output: pageOf(Broadcast),
      handle: ({ query }) => broadcasts.broadcasts(query.page),
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/broadcasts/:id',
      who: 'admin',
      input: { params: ById },
      output: BroadcastDetails,
      handle: ({ params }) => broadcasts.broadcastOf(params.id),
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/broadcasts/:id/cancel',
      who: 'admin',
      input: { params: ById },
      output: Broadcast,
      handle: ({ params, viewer }) => broadcasts.cancelBroadcast(viewer, params.id),
    }),
  ];
}
