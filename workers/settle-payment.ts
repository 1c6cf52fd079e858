import { settlePayment } from '#modules/payments/jobs.ts';
import type { Composition } from '#src/compose.ts';
import type { JobHandler } from '#src/platform/queue.ts';

export const settlePayments = ({ modules }: Composition): JobHandler<{ paymentId: number }> => ({
  job: settlePayment,
  concurrency: 5,
  handle: ({ paymentId }) => modules.payments.settle(paymentId),
  onExhausted: ({ paymentId }, error) => modules.payments.reportUnsettled(paymentId, error),
});
