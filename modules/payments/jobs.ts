import { z } from 'zod';
import { defineJob } from '../../src/platform/queue.ts';

export const settlePayment = defineJob({
  name: 'settle-payment',
  payload: z.object({ paymentId: z.int() }),
  attempts: 8,
  backoffMs: 2_000,
});
