import type { Currency } from '#src/shared/money.ts';
import type { Payments } from '../contract/index.ts';
import { underWay as unsettled } from '../settlement/store.ts';

/** What payments come to, for those who show or wait for it. */
export const paymentTotals: Pick<Payments, 'byCurrency' | 'underWay'> = {
  async byCurrency(db) {
    const { rows } = await db.raw<{ rows: { currency: Currency; payments: number; revenue: number }[] }>(
      `select currency, count(*) as payments, sum(usd_cents)::bigint as revenue
         from payments.payments where status = 'succeeded' group by currency order by revenue desc, currency`,
    );
    return rows;
  },

  async underWay(db, topicId) {
    const [row] = await unsettled(db).where({ topic_id: topicId }).count({ open: '*' });
    return Number(row?.open ?? 0);
  },
};
