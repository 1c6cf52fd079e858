import { z } from 'zod';
import { defineRoute, Redirect, type Route } from '#src/http/define-route.ts';
import { ById } from '#src/shared/ids.ts';
import { PageQuery, pageOf } from '#src/shared/paging.ts';
import {
  Confirmation,
  ConfirmPayment,
  CreateVotePayment,
  Payment,
  type Payments,
  VotePayment,
} from '../contract/index.ts';

/** What the provider appends to the return address; whatever else stands there goes nowhere. */
const Returned = z.object({
  payment_intent: z.string('required').max(100),
  payment_intent_client_secret: z.string('required').max(200),
});

export function paymentRoutes(payments: Payments): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/create-vote-payment',
      who: 'user',
      limits: [{ name: 'create-payment', points: 300, seconds: 3_600, by: 'address' }],
      input: { body: CreateVotePayment },
      output: VotePayment,
      handle: ({ body, viewer, language }) => payments.begin(viewer, body, language),
    }),
    defineRoute({
      method: 'get',
      path: '/api/payments/return',
      who: 'anyone',
      limits: [{ name: 'payment-return', points: 60, seconds: 3_600, by: 'address' }],
      input: { query: Returned },
      output: z.never(),
      async handle({ query, viewer }) {
        const { payment_intent: intent, payment_intent_client_secret: secret } = query;
        const { paymentId, topicId, status } = await payments.settleReturned(viewer, intent, secret);
        return new Redirect(
          status === 'open' ? `/vote/${topicId}?payment=failed` : `/results/${topicId}?payment=${paymentId}`,
        );
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/payments/:id',
      who: 'user',
      input: { params: ById },
      output: Payment,
      handle: ({ params, viewer }) => payments.own(viewer, params.id),
    }),
    defineRoute({
      method: 'post',
      path: '/api/payments/:id/confirm',
      who: 'user',
      limits: [{ name: 'confirm-payment', points: 600, seconds: 3_600, by: 'address' }],
      input: { params: ById, body: ConfirmPayment },
      output: Confirmation,
      handle: ({ params, body, viewer }) => payments.confirm(viewer, params.id, body.confirmationToken ?? null),
    }),
    defineRoute({
      method: 'post',
      path: '/api/payments/:id/settle',
      who: 'user',
      limits: [{ name: 'settle-payment', points: 3_000, seconds: 3_600, by: 'address' }],
      input: { params: ById },
      output: Payment,
      handle: ({ params, viewer }) => payments.settleOwn(viewer, params.id),
    }),
    defineRoute({
      method: 'get',
      path: '/api/users/payments',
      who: 'user',
      input: { query: PageQuery },
      output: pageOf(Payment),
      handle: ({ query, viewer }) => payments.history(viewer.id, query.page),
    }),
  ];
}
