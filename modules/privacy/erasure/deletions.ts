import type { Accounts } from '#modules/accounts/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import type { PersonalData } from '#src/platform/personal-data.ts';
import { pageFrom, tablePageSize } from '#src/shared/paging.ts';
import type { Deletion, Privacy } from '../contract/index.ts';

interface Dependencies {
  db: Db;
  accounts: Pick<Accounts, 'namesOf'>;
  holders: readonly PersonalData[];
}

interface Row {
  id: number;
  user_id: number;
  reason: string | null;
  requested_at: Date;
  email_verified_at: Date;
  phone_verified_at: Date;
  completed_at: Date | null;
  decided_by: number | null;
}

/** Those that the person took back were not decided by anybody. */
const conditions: Record<Deletion['state'], string> = {
  waiting: "status = 'processing'",
  approved: "status = 'completed'",
  rejected: "status = 'cancelled' and decided_by is not null",
};

const deletionsIn = (db: Db, state: Deletion['state']) =>
  db('privacy.account_actions').where({ action_type: 'account_deletion' }).whereRaw(conditions[state]);

/** Requests to have an account deleted, once both addresses are proved (decision 7). */
export function createDeletions({
  db,
  accounts,
  holders,
}: Dependencies): Pick<Privacy, 'deletions' | 'waitingDeletions'> {
  /** Those among the people whom something keeps from being erased, in any module. */
  const heldUp = async (userIds: number[]): Promise<Set<number>> => {
    const open = await Promise.all(holders.map((holder) => holder.openMatters?.(db, userIds) ?? []));
    return new Set(open.flatMap((ids) => [...ids]));
  };

  return {
    async deletions({ state, page }) {
      const [rows, [counted]] = await Promise.all([
        deletionsIn(db, state)
          .orderBy('id', state === 'waiting' ? 'asc' : 'desc')
          .limit(tablePageSize)
          .offset((page - 1) * tablePageSize)
          .select<Row[]>('*'),
        deletionsIn(db, state).count<{ total: number }[]>({ total: '*' }),
      ]);
      const people = rows.map((row) => row.user_id);
      const deciders = rows.flatMap((row) => row.decided_by ?? []);
      const [names, awardsOpen] = await Promise.all([
        accounts.namesOf(db, [...people, ...deciders]),
        state === 'waiting' ? heldUp(people) : new Set<number>(),
      ]);
      const items = rows.map((row): Deletion => {
        const { username = null, email = null, role = 'user' } = names.get(row.user_id) ?? {};
        const decider = row.decided_by;
        return {
          id: row.id,
          user: { id: row.user_id, username, email, role },
          state,
          reason: row.reason,
          requestedAt: row.requested_at.toISOString(),
          provedAt: new Date(Math.max(+row.email_verified_at, +row.phone_verified_at)).toISOString(),
          awardsOpen: awardsOpen.has(row.user_id),
          decidedAt: row.completed_at?.toISOString() ?? null,
          decidedBy: decider === null ? null : { id: decider, username: names.get(decider)?.username ?? null },
        };
      });
      return pageFrom(items, Number(counted?.total ?? 0), page);
    },

    waitingDeletions: (trx) => deletionsIn(trx, 'waiting').pluck<number[]>('user_id'),
  };
}
