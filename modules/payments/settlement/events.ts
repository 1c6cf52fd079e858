import type { Db } from '#src/platform/db.ts';
import { enqueue } from '#src/platform/outbox.ts';
import type { Payments } from '../contract/index.ts';
import { settlePayment } from '../jobs.ts';
import type { Pointer, Provider } from './provider.ts';
import { payments } from './store.ts';

/** How far back the provider's list is read again each time: events may appear in it a little late. */
const overlapMinutes = 10;

/** What the provider tells of itself, and what it told in vain. */
export function createEvents(
  db: Db,
  provider: Provider,
  settle: Payments['settle'],
): Pick<Payments, 'receiveEvent' | 'pullEvents'> {
  /** Records an event of a payment of ours, once, with the job that follows it. Foreign ones leave nothing behind. */
  const record = async ({ id, type, createdAt, intentId }: Pointer): Promise<void> => {
    const payment = await payments(db).where({ intent_id: intentId }).first('id');
    if (!payment) return;
    const isNew = await db.transaction(async (trx) => {
      const fresh = await trx('payments.events')
        .insert({ id, type, payment_id: payment.id, created_at: createdAt })
        .onConflict('id')
        .ignore()
        .returning('id');
      if (fresh.length > 0) await enqueue(trx, settlePayment, { paymentId: payment.id });
      return fresh.length > 0;
    });
    // A decline counts as it arrives, not when its job's turn has come. Where this fails, the job does it.
    if (isNew && type === 'payment_intent.payment_failed') await settle(payment.id).catch(() => {});
  };

  return {
    async receiveEvent(body, signature) {
      const pointer = provider.eventOf(body, signature);
      if (pointer) await record(pointer);
    },

    async pullEvents() {
      const startedAt = new Date();
      const pulled = await db('payments.pulls').first<{ pulled_to: Date } | undefined>('pulled_to');
      const since = (pulled?.pulled_to ?? startedAt).getTime() - overlapMinutes * 60_000;
      for await (const pointer of provider.eventsSince(new Date(since))) await record(pointer);
      await db('payments.pulls').insert({ pulled_to: startedAt }).onConflict('one').merge();
    },
  };
}
