import { z } from 'zod';
import { defineRoute, type Route } from '#src/http/define-route.ts';
import type { Payments } from '../contract/index.ts';

export function webhookRoutes(payments: Pick<Payments, 'receiveEvent'>): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/webhooks/stripe',
      sparedByMaintenance: true,
      who: 'anyone',
      signed: { header: 'stripe-signature', maxBytes: 512 * 1_024 },
      output: z.object({}),
      async handle({ body, signature }) {
        await payments.receiveEvent(body, signature);
        return {};
      },
    }),
  ];
}
