import type { AuditAction, AuditEntry, AuditSubject } from '../shared/audit.ts';
import type { Db } from './db.ts';
import type { PersonalData } from './personal-data.ts';

type Fields = Record<string, unknown>;

/** What somebody has done: before and after hold the fields that it changed, without secrets. */
export interface Deed {
  /** Null for a command of the people who run the site. */
  actor: { id: number } | null;
  action: AuditAction;
  subject: { kind: AuditSubject; id: number | string };
  before?: Fields | null;
  after?: Fields | null;
}

/** Writes a deed of an admin into the audit, in the caller's transaction: no change without its entry (decision 9). */
export async function audit(trx: Db, { actor, action, subject, before = null, after = null }: Deed): Promise<void> {
  await trx('platform.audit').insert({
    actor_id: actor?.id ?? null,
    action,
    subject_kind: subject.kind,
    subject_id: String(subject.id),
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  });
}

/** Takes out what the audit says of things that are somebody's, for the erasure of a person: the entries themselves stay. */
export async function forgetDetails(trx: Db, kind: AuditSubject, ids: readonly number[]): Promise<void> {
  await trx('platform.audit').where({ subject_kind: kind }).whereIn('subject_id', ids.map(String)).update({
    before: null,
    after: null,
  });
}

/**
 * Writes a deed that goes on for a while, such as looking on: once an hour, however often and in how many processes at
 * once.
 */
export async function auditHourly(db: Db, deed: Deed & { actor: { id: number } }): Promise<void> {
  const { actor, action, subject } = deed;
  const written = (on: Db) =>
    on('platform.audit')
      .where({ subject_kind: subject.kind, subject_id: String(subject.id), actor_id: actor.id, action })
      .where('at', '>', on.raw("clock_timestamp() - interval '1 hour'"))
      .first('id');
  if (await written(db)) return;
  await db.transaction(async (trx) => {
    const name = [actor.id, action, subject.kind, subject.id].join(' ');
    await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`audit ${name}`]);
    if (!(await written(trx))) await audit(trx, deed);
  });
}

/** Those fields of two states of something that differ; null where none does. Dates are compared by their time. */
export function changesOf(before: Fields, after: Fields): { before: Fields; after: Fields } | null {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (names.length === 0) return null;
  const pick = (from: Fields) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}

export interface AuditFilter {
  action?: AuditAction | undefined;
  actorId?: number | undefined;
  subjectKind?: AuditSubject | undefined;
  subjectId?: string | undefined;
  /** From and up to, both included (ISO 8601). */
  from?: string | undefined;
  to?: string | undefined;
}

interface AuditRow {
  id: number;
  at: Date;
  actor_id: number | null;
  action: AuditAction;
  subject_kind: AuditSubject;
  subject_id: string;
  before: Fields | null;
  after: Fields | null;
}

/** Reads the audit, newest first: at most `limit` entries, those before the entry `beforeId` where one is named. */
export async function readAudit(
  db: Db,
  filter: AuditFilter,
  { limit, offset = 0, beforeId }: { limit: number; offset?: number; beforeId?: number | undefined },
): Promise<AuditEntry[]> {
  const query = narrowed(db, filter).orderBy('id', 'desc').limit(limit).offset(offset);
  if (beforeId !== undefined) query.where('id', '<', beforeId);
  const rows = await query.select<AuditRow[]>('*');
  return rows.map(({ id, at, actor_id, action, subject_kind, subject_id, before, after }) => ({
    ...{ id, at: at.toISOString(), actorId: actor_id, action, before, after },
    subject: { kind: subject_kind, id: subject_id },
  }));
}

/** How many entries a filter leaves. */
export async function countAudit(db: Db, filter: AuditFilter): Promise<number> {
  const [row] = await narrowed(db, filter).count<{ count: number }[]>();
  return Number(row?.count ?? 0);
}

function narrowed(db: Db, { action, actorId, subjectKind, subjectId, from, to }: AuditFilter) {
  const query = db('platform.audit');
  if (action) query.where({ action });
  if (actorId !== undefined) query.where({ actor_id: actorId });
  if (subjectKind) query.where({ subject_kind: subjectKind });
  if (subjectId) query.where({ subject_id: subjectId });
  if (from) query.where('at', '>=', from);
  if (to) query.where('at', '<=', to);
  return query;
}

const about = (db: Db, { id }: { id: number }) =>
  db('platform.audit').where({ subject_kind: 'user', subject_id: String(id) });

/** What the audit says of a person: what admins changed of the account, and what he or she did as an admin. */
export const auditData: PersonalData = {
  async dataOf(db, person) {
    const changed = await about(db, person).orderBy('id').select('at', 'action', 'before', 'after');
    const deeds = await db('platform.audit').where({ actor_id: person.id }).orderBy('id').select('at', 'action');
    return { changedByAdmins: changed, doneAsAdmin: deeds };
  },
  async erase(trx, person) {
    await about(trx, person).update({ before: null, after: null });
  },
};
