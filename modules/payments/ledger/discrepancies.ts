import type { Accounts } from '#modules/accounts/contract/index.ts';
import { audit } from '#src/platform/audit.ts';
import type { Db } from '#src/platform/db.ts';
import { AppError } from '#src/shared/errors.ts';
import { pageFrom, tablePageSize } from '#src/shared/paging.ts';
import type { DiscrepanciesQuery, Discrepancy, PaymentAdministration } from '../contract/admin.ts';
import type { PaymentStatus } from '../contract/index.ts';
import type { Provider } from '../settlement/provider.ts';

interface Dependencies {
  db: Db;
  provider: Pick<Provider, 'pageOf'>;
  accounts: Pick<Accounts, 'usernamesOf'>;
}

interface Row {
  id: number;
  payment_id: number;
  kind: Discrepancy['kind'];
  detail: string;
  found_at: Date;
  resolved_at: Date | null;
  resolved_by: number | null;
  note: string | null;
  status: PaymentStatus;
  intent_id: string | null;
}

export interface Discrepancies extends Pick<PaymentAdministration, 'discrepancies' | 'resolveDiscrepancy'> {
  /** A payment's, oldest first. */
  ofPayment(paymentId: number): Promise<Discrepancy[]>;
}

/** What did not fit, and what admins found out about it. */
export function createDiscrepancies({ db, provider, accounts }: Dependencies): Discrepancies {
  const rows = () =>
    db('payments.discrepancies as discrepancy')
      .join('payments.payments as payment', 'payment.id', 'discrepancy.payment_id')
      .select<Row[]>('discrepancy.*', 'payment.status', 'payment.intent_id');
  const narrowed = ({ state }: DiscrepanciesQuery) => {
    const query = db('payments.discrepancies');
    if (state === 'open') query.whereNull('resolved_at');
    if (state === 'resolved') query.whereNotNull('resolved_at');
    return query;
  };

  const present = async (found: Row[]): Promise<Discrepancy[]> => {
    const usernames = await accounts.usernamesOf(
      db,
      found.flatMap(({ resolved_by }) => resolved_by ?? []),
    );
    return found.map(({ id, kind, detail, note, status, intent_id, ...row }) => ({
      ...{ id, kind, detail, note, paymentId: row.payment_id, paymentStatus: status },
      foundAt: row.found_at.toISOString(),
      resolvedAt: row.resolved_at?.toISOString() ?? null,
      resolvedBy: row.resolved_by,
      resolver: usernames.get(row.resolved_by ?? 0) ?? null,
      providerUrl: intent_id && provider.pageOf(intent_id),
    }));
  };

  return {
    async discrepancies(query) {
      const ids = await narrowed(query)
        .orderBy('id', 'desc')
        .limit(tablePageSize)
        .offset((query.page - 1) * tablePageSize)
        .pluck<number[]>('id');
      const [found, [counted]] = await Promise.all([
        rows().whereIn('discrepancy.id', ids).orderBy('discrepancy.id', 'desc'),
        narrowed(query).count<{ total: number }[]>({ total: '*' }),
      ]);
      return pageFrom(await present(found), counted?.total ?? 0, query.page);
    },

    async resolveDiscrepancy(admin, id, note) {
      await db.transaction(async (trx) => {
        const row = await trx('payments.discrepancies').where({ id }).forUpdate().first<Row | undefined>();
        if (!row) throw new AppError('not_found');
        if (row.resolved_at) throw new AppError('changed_meanwhile');
        await trx('payments.discrepancies')
          .where({ id })
          .update({ resolved_at: trx.fn.now(), resolved_by: admin.id, note });
        await audit(trx, {
          actor: admin,
          action: 'discrepancy_resolved',
          subject: { kind: 'discrepancy', id },
          after: { note, paymentId: row.payment_id, kind: row.kind, detail: row.detail },
        });
      });
    },

    async ofPayment(paymentId) {
      return present(await rows().where('payment.id', paymentId).orderBy('discrepancy.id'));
    },
  };
}
