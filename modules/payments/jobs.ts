import { z } from 'zod';
import { defineJob } from '#src/platform/queue.ts';

export const settlePayment = defineJob({
  name: 'payments.settle',
  payload: z.strictObject({ paymentId: z.int() }),
  attempts: 8,
  backoffMs: 2_000,
});
