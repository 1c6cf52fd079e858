import type { Voting } from '#modules/voting/contract/index.ts';
import { tierOfSize } from '#modules/voting/rules/tiers.ts';
import type { Db } from '#src/platform/db.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Payment, Payments } from '../contract/index.ts';
import { type PaymentRow, payments } from '../settlement/store.ts';

const pageSize = 20;

/** Payments as their buyers see them. */
export function createHistory(db: Db, voting: Pick<Voting, 'titlesOf'>): Pick<Payments, 'own' | 'history'> {
  const present = async (rows: PaymentRow[]): Promise<Payment[]> => {
    const topics = await voting.titlesOf(
      db,
      rows.map((row) => row.topic_id),
    );
    return rows.flatMap((row) => {
      const topic = topics.get(row.topic_id);
      return topic ? [{ ...fieldsOf(row), topic }] : [];
    });
  };

  return {
    async own({ id: userId }, paymentId) {
      const rows = await payments(db).where({ id: paymentId, user_id: userId });
      const [payment] = await present(rows);
      if (!payment) throw new AppError('not_found');
      return payment;
    },

    async history(userId, page) {
      const charged = () => payments(db).where({ user_id: userId }).whereNotNull('charge_id');
      const [rows, [counted]] = await Promise.all([
        charged()
          .orderBy('id', 'desc')
          .limit(pageSize)
          .offset((page - 1) * pageSize),
        charged().count({ total: '*' }),
      ]);
      const total = Number(counted?.total ?? 0);
      return { items: await present(rows), total, page, pages: Math.ceil(total / pageSize) };
    },
  };
}

/** What a payment is shown with to whoever may see it. */
export function fieldsOf(row: PaymentRow): Omit<Payment, 'topic'> {
  return {
    id: row.id,
    tier: tierOfSize(row.tier),
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    reason: row.reason,
    cardBrand: row.card_brand,
    cardLast4: row.card_last4,
    createdAt: row.created_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
  };
}
