import type { Accounts } from '#modules/accounts/contract/index.ts';
import type { Voting } from '#modules/voting/contract/index.ts';
import { isViewable } from '#modules/voting/rules/status.ts';
import type { Db } from '#src/platform/db.ts';
import { momentsOf } from '#src/shared/days.ts';
import { AppError } from '#src/shared/errors.ts';
import { orderOf, pageFrom, tablePageSize } from '#src/shared/paging.ts';
import { fieldsOf } from '../checkout/history.ts';
import {
  type AdminPayment,
  type AdminPaymentDetail,
  type AdminPaymentsQuery,
  movementKinds,
  type PaymentAdministration,
} from '../contract/admin.ts';
import type { Discrepancies } from '../ledger/discrepancies.ts';
import type { Journal } from '../ledger/journal.ts';
import type { Provider } from '../settlement/provider.ts';
import { type PaymentRow, payments } from '../settlement/store.ts';

interface Dependencies {
  db: Db;
  provider: Pick<Provider, 'pageOf'>;
  voting: Pick<Voting, 'titlesOf' | 'choicesOf'>;
  accounts: Pick<Accounts, 'usernamesOf' | 'peopleLike'>;
  journal: Pick<Journal, 'ofPayment' | 'disputesOf'>;
  discrepancies: Pick<Discrepancies, 'ofPayment'>;
}

const columns = { id: 'id', paidAt: 'paid_at', usdCents: 'usd_cents' } as const;

/** Payments as admins see them. */
export function createAdministration(
  dependencies: Dependencies,
): Pick<PaymentAdministration, 'adminPayments' | 'adminPayment'> {
  const { db, provider, voting, accounts, journal, discrepancies } = dependencies;

  const narrowed = async ({ q, status, topicId, userId, currency, from, to }: AdminPaymentsQuery) => {
    const buyers = q && !asNumber(q) ? await accounts.peopleLike(db, q) : [];
    const moments = momentsOf({ from, to });
    return () => {
      const query = payments(db);
      if (asNumber(q)) query.where({ id: asNumber(q) });
      else if (q) query.whereRaw('(intent_id = ? or charge_id = ? or user_id = any(?))', [q, q, buyers]);
      if (status) query.where({ status });
      if (topicId) query.where({ topic_id: topicId });
      if (userId) query.where({ user_id: userId });
      if (currency) query.where({ currency });
      if (moments.from) query.where('created_at', '>=', moments.from);
      if (moments.to) query.where('created_at', '<=', moments.to);
      return query;
    };
  };

  const present = async (rows: PaymentRow[]): Promise<AdminPayment[]> => {
    const ids = rows.map(({ id }) => id);
    const [topics, usernames, disputed, asked] = await Promise.all([
      voting.titlesOf(
        db,
        rows.map((row) => row.topic_id),
      ),
      accounts.usernamesOf(
        db,
        rows.map((row) => row.user_id),
      ),
      db('payments.ledger').whereIn('payment_id', ids).where({ kind: 'dispute' }).pluck<number[]>('payment_id'),
      db('payments.refund_requests').whereIn('payment_id', ids).pluck<number[]>('payment_id'),
    ]);
    return rows.map((row) => ({
      ...fieldsOf(row),
      topic: topics.get(row.topic_id) ?? null,
      topicId: row.topic_id,
      userId: row.user_id,
      username: usernames.get(row.user_id) ?? null,
      usdCents: row.usd_cents,
      disputed: disputed.includes(row.id),
      refundAsked: asked.includes(row.id),
      intentId: row.intent_id,
      chargeId: row.charge_id,
      providerUrl: row.intent_id && provider.pageOf(row.intent_id),
    }));
  };

  /** What was ranked, unless that is still its writer's alone. */
  const rankingOf = async ({ topic, topicId }: AdminPayment, ranking: number[]): Promise<string[] | null> => {
    if (!topic || !isViewable(topic.status)) return null;
    const choices = await voting.choicesOf(db, topicId);
    return ranking.map((choiceId) => choices.find(({ id }) => id === choiceId)?.name ?? `#${choiceId}`);
  };

  const refundOf = async (paymentId: number): Promise<AdminPaymentDetail['refund']> => {
    const request = await db('payments.refund_requests').where({ payment_id: paymentId }).first();
    if (!request) return null;
    const { requested_by: requestedBy, reason, requested_at } = request;
    const requester = (await accounts.usernamesOf(db, [requestedBy])).get(requestedBy) ?? null;
    return { requestedBy, requester, reason, requestedAt: requested_at.toISOString() };
  };

  return {
    async adminPayments(asked) {
      const wanted = await narrowed(asked);
      const { column, direction } = orderOf(asked.sort);
      const [rows, [counted]] = await Promise.all([
        wanted()
          .orderBy([
            { column: columns[column], order: direction, nulls: 'last' },
            { column: 'id', order: 'desc' },
          ])
          .limit(tablePageSize)
          .offset((asked.page - 1) * tablePageSize),
        wanted().count({ total: '*' }),
      ]);
      return pageFrom(await present(rows), Number(counted?.total ?? 0), asked.page);
    },

    async adminPayment(id) {
      const row = await payments(db).where({ id }).first();
      const [payment] = row ? await present([row]) : [];
      if (!row || !payment) throw new AppError('not_found');
      const [ranking, refund, ledger, disputes, found, events, declines] = await Promise.all([
        rankingOf(payment, row.ranking),
        refundOf(id),
        journal.ofPayment(id),
        journal.disputesOf(id),
        discrepancies.ofPayment(id),
        db('payments.events').where({ payment_id: id }).select<{ type: string; created_at: Date }[]>(),
        db('payments.declines').where({ payment_id: id }).select<{ code: string; declined_at: Date }[]>(),
      ]);
      const detail = { ...payment, rate: row.rate, ranking, refund, ledger, disputes, discrepancies: found };
      return { ...detail, timeline: timelineOf(detail, events, declines) };
    },
  };
}

/** The number that a search consists of; 0 where it does not. */
const asNumber = (q: string): number => Number(/^#?(\d{1,15})$/.exec(q)?.[1] ?? 0);

/** What is known of a payment's past, in order: by our clock, or by the provider's for what it dates. */
function timelineOf(
  { createdAt, paidAt, chargeId, refund, ledger, discrepancies }: Omit<AdminPaymentDetail, 'timeline'>,
  events: { type: string; created_at: Date }[],
  declines: { code: string; declined_at: Date }[],
): AdminPaymentDetail['timeline'] {
  const timeline: AdminPaymentDetail['timeline'] = [
    { at: createdAt, what: 'begun', detail: null },
    ...declines.map(({ code, declined_at }) => ({
      ...{ at: declined_at.toISOString(), what: 'declined' as const, detail: code },
    })),
    ...(paidAt ? [{ at: paidAt, what: 'charged' as const, detail: chargeId }] : []),
    ...(refund ? [{ at: refund.requestedAt, what: 'refund_asked' as const, detail: refund.reason }] : []),
    ...events.map(({ type, created_at }) => ({
      ...{ at: created_at.toISOString(), what: 'told' as const, detail: type },
    })),
    ...ledger.flatMap(({ bookedAt, kind, reference }) => {
      const what = movementKinds.find((movement) => movement === kind);
      return what ? [{ at: bookedAt, what, detail: reference }] : [];
    }),
    ...discrepancies.flatMap(({ foundAt, resolvedAt, detail, note }) => [
      { at: foundAt, what: 'found' as const, detail },
      ...(resolvedAt ? [{ at: resolvedAt, what: 'resolved' as const, detail: note }] : []),
    ]),
  ];
  // The provider's clock has whole seconds: within one, things stand in the order in which they can have happened.
  const second = ({ at }: { at: string }) => at.slice(0, 19);
  return timeline.toSorted((a, b) => second(a).localeCompare(second(b)));
}
