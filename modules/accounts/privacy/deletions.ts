import type { Prizes } from '#modules/prizes/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import { pageFrom, tablePageSize } from '#src/shared/paging.ts';
import type { Role } from '#src/shared/viewer.ts';
import type { Deletion, UserAdministration } from '../contract/admin.ts';

interface Dependencies {
  db: Db;
  awards: Pick<Prizes, 'hasOpenAwards'>;
}

interface Row {
  id: number;
  user_id: number;
  username: string | null;
  email: string;
  role: Role;
  erased_at: Date | null;
  reason: string | null;
  requested_at: Date;
  email_verified_at: Date;
  phone_verified_at: Date;
  completed_at: Date | null;
  decided_by: number | null;
  decider: string | null;
}

/** Those that the person took back were not decided by anybody. */
const conditions: Record<Deletion['state'], string> = {
  waiting: "status = 'processing'",
  approved: "status = 'completed'",
  rejected: "status = 'cancelled' and decided_by is not null",
};

/** Requests to have an account deleted, once both addresses are proved (decision 7). */
export function createDeletions({ db, awards }: Dependencies): Pick<UserAdministration, 'deletions'> {
  return {
    async deletions({ state, page }) {
      const wanted = () =>
        db('accounts.account_actions as action').where({ action_type: 'account_deletion' }).whereRaw(conditions[state]);
      const [rows, [counted]] = await Promise.all([
        wanted()
          .join('accounts.users as user', 'user.id', 'action.user_id')
          .leftJoin('accounts.users as decider', 'decider.id', 'action.decided_by')
          .orderBy('action.id', state === 'waiting' ? 'asc' : 'desc')
          .limit(tablePageSize)
          .offset((page - 1) * tablePageSize)
          .select<Row[]>(
            ...['action.id', 'action.user_id', 'action.reason', 'action.requested_at', 'action.email_verified_at'],
            ...['action.phone_verified_at', 'action.completed_at', 'action.decided_by'],
            ...['user.username', 'user.email', 'user.role', 'user.erased_at'],
            'decider.username as decider',
          ),
        wanted().count<{ total: number }[]>({ total: '*' }),
      ]);
      const items = await Promise.all(
        rows.map(
          async (row): Promise<Deletion> => ({
            id: row.id,
            user: {
              id: row.user_id,
              username: row.username,
              email: row.erased_at ? null : row.email,
              role: row.role,
            },
            state,
            reason: row.reason,
            requestedAt: row.requested_at.toISOString(),
            provedAt: new Date(Math.max(+row.email_verified_at, +row.phone_verified_at)).toISOString(),
            awardsOpen: state === 'waiting' && (await awards.hasOpenAwards(row.user_id)),
            decidedAt: row.completed_at?.toISOString() ?? null,
            decidedBy: row.decided_by === null ? null : { id: row.decided_by, username: row.decider },
          }),
        ),
      );
      return pageFrom(items, Number(counted?.total ?? 0), page);
    },
  };
}
