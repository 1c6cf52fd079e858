import type { Voting } from '#modules/voting/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import { enqueueAll } from '#src/platform/outbox.ts';
import type { Payments } from '../contract/index.ts';
import { settlePayment } from '../jobs.ts';
import { payments, reportDiscrepancy } from './store.ts';

/** What time alone makes due, and what ends with a topic. */
export function createReconciliation(
  db: Db,
  voting: Pick<Voting, 'endedAmong'>,
): Pick<Payments, 'reconcile' | 'refundTopic' | 'reportUnsettled'> {
  const settleAll = (trx: Db, rows: { id: number }[]): Promise<void> =>
    enqueueAll(
      trx,
      settlePayment,
      rows.map(({ id }) => ({ paymentId: id })),
    );

  /** Open payments of topics that have ended are taken back, once, at the close. */
  const closeEnded = async (): Promise<void> => {
    const topics = await payments(db)
      .where({ status: 'open' })
      .where('closing', false)
      .distinct()
      .pluck<number[]>('topic_id');
    if (topics.length === 0) return;
    const ended = await voting.endedAmong(db, topics);
    await db.transaction(async (trx) => {
      const open = payments(trx).where({ status: 'open' }).where('closing', false).whereIn('topic_id', ended);
      await settleAll(trx, await open.update({ closing: true }).returning('id'));
    });
  };

  /** Refunds that were asked for and have not begun, whatever became of their job. */
  const noteAsked = (): Promise<unknown> =>
    payments(db)
      .where({ status: 'succeeded', look_at: null })
      .whereRaw(
        "id in (select payment_id from payments.refund_requests where requested_at < now() - interval '1 minute')",
      )
      .update({ look_at: db.fn.now() });

  /** Payments about which nothing was heard. */
  const lookAgain = (): Promise<void> =>
    db.transaction(async (trx) => {
      const { rows } = await trx.raw<{ rows: { id: number }[] }>(
        `update payments.payments set look_at = now() + interval '5 minutes'
          where id in (select id from payments.payments where look_at <= now()
                        order by look_at limit 200 for update skip locked)
          returning id`,
      );
      await settleAll(trx, rows);
    });

  return {
    async reconcile() {
      await closeEnded();
      await noteAsked();
      await lookAgain();
    },

    refundTopic: (topicId) =>
      db.transaction(async (trx) => {
        const charged = payments(trx)
          .where({ topic_id: topicId })
          .whereIn('status', ['open', 'processing', 'succeeded']);
        await settleAll(trx, await charged.select('id'));
      }),

    async reportUnsettled(paymentId, error) {
      await reportDiscrepancy(db, paymentId, 'unsettled', error.message, { recurs: true });
      await payments(db)
        .where({ id: paymentId })
        .update({ look_at: db.raw("now() + interval '10 minutes'") });
    },
  };
}
