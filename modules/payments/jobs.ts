import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '#src/platform/queue.ts';
import type { Payments } from './contract/index.ts';

export const settlePayment = defineJob({
  name: 'payments.settle',
  payload: z.strictObject({ paymentId: z.int() }),
  attempts: 8,
  backoffMs: 2_000,
  concurrency: 5,
});

/** Gives back what was paid for a topic that has been cancelled. */
export const refundTopic = defineJob({
  name: 'payments.refund-topic',
  payload: z.strictObject({ topicId: z.int() }),
  attempts: 8,
  backoffMs: 2_000,
});

export const paymentJobs = (payments: Pick<Payments, 'settle' | 'reportUnsettled' | 'refundTopic'>): JobHandler[] => [
  handleJob(settlePayment, {
    handle: ({ paymentId }) => payments.settle(paymentId),
    onExhausted: ({ paymentId }, error) => payments.reportUnsettled(paymentId, error),
  }),
  handleJob(refundTopic, { handle: ({ topicId }) => payments.refundTopic(topicId) }),
];
