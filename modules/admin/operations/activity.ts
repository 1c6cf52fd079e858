import type { Accounts } from '#modules/accounts/contract/index.ts';
import { type AuditFilter, audit, countAudit, readAudit } from '#src/platform/audit.ts';
import type { Db } from '#src/platform/db.ts';
import type { AuditEntry } from '#src/shared/audit.ts';
import { byteOrderMark, csvLine } from '#src/shared/csv.ts';
import { momentsOf } from '#src/shared/days.ts';
import { pageFrom, tablePageSize } from '#src/shared/paging.ts';
import type { ActivityFilter, ActivityItem, Admin } from '../contract/index.ts';

/** Entries of an export that are read at once. */
const batch = 1_000;

/** What admins have done. */
export function createActivity(
  db: Db,
  accounts: Pick<Accounts, 'usernamesOf'>,
): Pick<Admin, 'activity' | 'exportActivity'> {
  const named = async (entries: AuditEntry[]): Promise<ActivityItem[]> => {
    const ids = entries.flatMap(({ actorId }) => actorId ?? []);
    const names = await accounts.usernamesOf(db, [...new Set(ids)]);
    return entries.map((entry) => ({ ...entry, actor: names.get(entry.actorId ?? 0) ?? null }));
  };

  async function* lines(filter: AuditFilter): AsyncGenerator<string> {
    yield byteOrderMark +
      csvLine(['id', 'at', 'actor id', 'actor', 'action', 'subject', 'subject id', 'before', 'after']);
    let beforeId: number | undefined;
    for (;;) {
      const entries = await named(await readAudit(db, filter, { limit: batch, beforeId }));
      yield entries.map(lineOf).join('');
      if (entries.length < batch) return;
      beforeId = entries.at(-1)?.id;
    }
  }

  return {
    async activity({ page, ...filter }) {
      const wanted = periodOf(filter);
      const [entries, total] = await Promise.all([
        readAudit(db, wanted, { limit: tablePageSize, offset: (page - 1) * tablePageSize }),
        countAudit(db, wanted),
      ]);
      return pageFrom(await named(entries), total, page);
    },

    async exportActivity(admin, filter) {
      const after = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
      await audit(db, { actor: admin, action: 'activity_exported', subject: { kind: 'activity', id: 'csv' }, after });
      return lines(periodOf(filter));
    },
  };
}

const periodOf = (filter: ActivityFilter): AuditFilter => ({ ...filter, ...momentsOf(filter) });

function lineOf({ id, at, actorId, actor, action, subject, before, after }: ActivityItem): string {
  const state = (fields: object | null) => fields && JSON.stringify(fields);
  return csvLine([id, at, actorId, actor, action, subject.kind, subject.id, state(before), state(after)]);
}
