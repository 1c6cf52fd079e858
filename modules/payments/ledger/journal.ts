import type { Accounts } from '#modules/accounts/contract/index.ts';
import { audit } from '#src/platform/audit.ts';
import type { Db } from '#src/platform/db.ts';
import { byteOrderMark, csvLine } from '#src/shared/csv.ts';
import { momentsOf } from '#src/shared/days.ts';
import type { Currency } from '#src/shared/money.ts';
import { pageFrom, tablePageSize } from '#src/shared/paging.ts';
import {
  type Balance,
  type Dispute,
  type LedgerFilter,
  type LedgerRow,
  ledgerAccounts,
  type PaymentAdministration,
} from '../contract/admin.ts';
import type { Provider } from '../settlement/provider.ts';

interface Dependencies {
  db: Db;
  provider: Pick<Provider, 'pageOf'>;
  accounts: Pick<Accounts, 'usernamesOf'>;
}

interface Entry {
  id: number;
  kind: LedgerRow['kind'];
  reference: string;
  payment_id: number | null;
  debit: LedgerRow['debit'];
  credit: LedgerRow['credit'];
  usd_cents: number;
  currency: Currency;
  amount: number;
  booked_at: Date;
}

/** Entries of an export that are read at once. */
const batch = 2_000;

export interface Journal extends Pick<PaymentAdministration, 'ledger' | 'exportLedger' | 'disputes'> {
  /** A payment's disputes, oldest first. */
  disputesOf(paymentId: number): Promise<Dispute[]>;
  /** A payment's entries, oldest first. */
  ofPayment(paymentId: number): Promise<LedgerRow[]>;
}

/** The ledger to be read: by admins, and as a file. */
export function createJournal({ db, provider, accounts }: Dependencies): Journal {
  const entries = () => db<Entry>('payments.ledger');

  const narrowed = ({ kind, paymentId, from, to }: LedgerFilter) => {
    const moments = momentsOf({ from, to });
    const query = entries();
    if (kind) query.where({ kind });
    if (paymentId) query.where({ payment_id: paymentId });
    if (moments.from) query.where('booked_at', '>=', moments.from);
    if (moments.to) query.where('booked_at', '<=', moments.to);
    return query;
  };

  async function* lines(filter: LedgerFilter): AsyncGenerator<string> {
    yield byteOrderMark +
      csvLine([
        ...['id', 'booked at', 'kind', 'debit', 'credit', 'us cents', 'currency', 'amount in minor units'],
        ...['reference', 'payment id'],
      ]);
    for (let last = 0; ; ) {
      const rows = await narrowed(filter).where('id', '>', last).orderBy('id').limit(batch);
      yield rows.map(lineOf).join('');
      if (rows.length < batch) return;
      last = rows.at(-1)?.id ?? last;
    }
  }

  const disputes = () =>
    db('payments.ledger as dispute')
      .join('payments.payments as payment', 'payment.id', 'dispute.payment_id')
      .where('dispute.kind', 'dispute');

  const presentDisputes = async (rows: DisputeRow[]): Promise<Dispute[]> => {
    const usernames = await accounts.usernamesOf(
      db,
      rows.map(({ user_id }) => user_id),
    );
    return rows.map(({ reference, payment_id, user_id, amount, currency, usd_cents, won, booked_at, intent_id }) => ({
      ...{ reference, paymentId: payment_id, userId: user_id, amount, currency, usdCents: usd_cents },
      username: usernames.get(user_id) ?? null,
      state: won ? 'won' : 'taken',
      since: booked_at.toISOString(),
      providerUrl: intent_id && provider.pageOf(intent_id),
    }));
  };
  const disputeColumns = [
    'dispute.*',
    'payment.user_id',
    'payment.intent_id',
    db.raw(
      `exists (select 1 from payments.ledger as won
                where won.kind = 'dispute_won' and won.reference = dispute.reference) as won`,
    ),
  ];

  return {
    async ledger({ page, ...filter }) {
      const [rows, balances] = await Promise.all([
        narrowed(filter)
          .orderBy('id', 'desc')
          .limit(tablePageSize)
          .offset((page - 1) * tablePageSize),
        narrowed(filter)
          .groupBy('debit', 'credit')
          .select<Moved[]>('debit', 'credit', db.raw('sum(usd_cents)::bigint as cents, count(*) as entries')),
      ]);
      const total = balances.reduce((sum, { entries }) => sum + entries, 0);
      return { ...pageFrom(rows.map(present), total, page), balances: ledgerAccounts.map(balanceIn(balances)) };
    },

    async exportLedger(admin, filter) {
      const after = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
      await audit(db, { actor: admin, action: 'ledger_exported', subject: { kind: 'ledger', id: 'csv' }, after });
      return lines(filter);
    },

    async disputes(page) {
      const [rows, [counted]] = await Promise.all([
        disputes()
          .orderBy('dispute.id', 'desc')
          .limit(tablePageSize)
          .offset((page - 1) * tablePageSize)
          .select<DisputeRow[]>(disputeColumns),
        disputes().count<{ total: number }[]>({ total: '*' }),
      ]);
      return pageFrom(await presentDisputes(rows), counted?.total ?? 0, page);
    },

    async disputesOf(paymentId) {
      const rows = await disputes()
        .where('payment.id', paymentId)
        .orderBy('dispute.id')
        .select<DisputeRow[]>(disputeColumns);
      return presentDisputes(rows);
    },

    async ofPayment(paymentId) {
      return (await entries().where({ payment_id: paymentId }).orderBy('id')).map(present);
    },
  };
}

interface Moved {
  debit: Balance['account'];
  credit: Balance['account'];
  cents: number;
  entries: number;
}

interface DisputeRow extends Entry {
  payment_id: number;
  user_id: number;
  intent_id: string | null;
  won: boolean;
}

/** What the provider holds is ours; what ballots have earned and what winners are owed are where it came from. */
const balanceIn = (moved: Moved[]) => (account: Balance['account']) => {
  const sum = (side: 'debit' | 'credit') =>
    moved.reduce((total, row) => total + (row[side] === account ? row.cents : 0), 0);
  const [debit, credit] = [sum('debit'), sum('credit')];
  return { account, debit, credit, balance: account === 'provider' ? debit - credit : credit - debit };
};

function present({ id, kind, reference, payment_id, debit, credit, usd_cents, ...entry }: Entry): LedgerRow {
  const { currency, amount, booked_at } = entry;
  return {
    ...{ id, kind, reference, debit, credit, currency, amount },
    bookedAt: booked_at.toISOString(),
    usdCents: usd_cents,
    paymentId: payment_id,
  };
}

function lineOf({ id, booked_at, kind, debit, credit, usd_cents, currency, amount, reference, payment_id }: Entry) {
  const at = booked_at.toISOString();
  return csvLine([id, at, kind, debit, credit, usd_cents, currency, amount, reference, payment_id]);
}
