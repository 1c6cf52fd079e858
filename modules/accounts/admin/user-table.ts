import type { Db } from '#src/platform/db.ts';
import { orderOf, pageFrom, tablePageSize } from '#src/shared/paging.ts';
import type { Role } from '#src/shared/viewer.ts';
import type { AccountRow, AccountsQuery, UserAdministration, UserState } from '../contract/admin.ts';
import type { Profile } from '../contract/index.ts';

interface Row {
  id: number;
  username: string | null;
  email: string;
  first_name: string | null;
  last_name: string | null;
  role: Role;
  kyc_status: Profile['kycStatus'];
  claimed_at: Date | null;
  email_verified_at: Date | null;
  phone_verified_at: Date | null;
  suspended_at: Date | null;
  erased_at: Date | null;
  created_at: Date;
}

const columns = { username: 'lower(username)', email: 'lower(email)', role: 'role', createdAt: 'created_at' };

/** The conditions of each state; every account is in one of them. */
const conditions: Record<UserState, string> = {
  erased: 'erased_at is not null',
  suspended: 'erased_at is null and suspended_at is not null',
  unverified: 'erased_at is null and suspended_at is null and claimed_at is null',
  active: 'erased_at is null and suspended_at is null and claimed_at is not null',
};

/** Where an account stands. */
export function stateOf(user: { erased: boolean; suspended: boolean; claimed: boolean }): UserState {
  if (user.erased) return 'erased';
  if (user.suspended) return 'suspended';
  return user.claimed ? 'active' : 'unverified';
}

function narrowed(db: Db, { q, role, state, kyc, among }: AccountsQuery) {
  const query = db('accounts.users');
  if (state) query.whereRaw(conditions[state]);
  else if (!among) query.whereNull('erased_at');
  if (among) query.whereIn('id', among);
  if (role) query.where({ role });
  if (kyc) query.where({ kyc_status: kyc });
  const number = numberIn(q);
  query.where((either) => {
    if (number !== null) either.orWhere({ id: number });
    if (q.startsWith('#') && number !== null) return;
    either.orWhere((every) => {
      for (const word of wordsIn(q)) {
        every.whereRaw("search_text like '%' || lower(unaccent(?)) || '%'", [word.replace(/[\\%_]/g, '\\$&')]);
      }
    });
  });
  return query;
}

/** All accounts, as admins look through them. */
export const accountTable: UserAdministration['accounts'] = async (db, query) => {
  const { column, direction } = orderOf(query.sort);
  const number = numberIn(query.q);
  const rows = narrowed(db, query)
    .modify((ordered) => {
      if (number !== null) ordered.orderByRaw('id = ? desc', [number]); // whoever has this very number comes first
    })
    .orderByRaw(`${columns[column]} ${direction}, id ${direction}`)
    .limit(tablePageSize)
    .offset((query.page - 1) * tablePageSize)
    .select<Row[]>(
      ...['id', 'username', 'email', 'first_name', 'last_name', 'role', 'kyc_status', 'created_at', 'claimed_at'],
      ...['email_verified_at', 'phone_verified_at', 'suspended_at', 'erased_at'],
    );
  const [found, [counted]] = await Promise.all([rows, narrowed(db, query).count<{ total: number }[]>({ total: '*' })]);
  const items = found.map((row): AccountRow => {
    return {
      ...{ id: row.id, username: row.username, email: row.email, role: row.role, kycStatus: row.kyc_status },
      ...{ firstName: row.first_name, lastName: row.last_name },
      emailVerified: row.email_verified_at !== null,
      phoneVerified: row.phone_verified_at !== null,
      suspended: row.suspended_at !== null,
      state: stateOf({
        erased: row.erased_at !== null,
        suspended: row.suspended_at !== null,
        claimed: row.claimed_at !== null,
      }),
      createdAt: row.created_at.toISOString(),
    };
  });
  return pageFrom(items, Number(counted?.total ?? 0), query.page);
};

/** The number of a user that is asked for: '12' may be one, '#12' is one. */
function numberIn(q: string): number | null {
  const number = /^#?(\d{1,10})$/.exec(q)?.[1];
  return number !== undefined && Number(number) <= 2_147_483_647 ? Number(number) : null;
}

/** What must all be found; a phone number is one word, however it is written. */
function wordsIn(q: string): string[] {
  const phone = /^\+?[\d\s().-]+$/.test(q) ? q.replace(/\D/g, '') : '';
  if (phone.length > 3) return [phone];
  return q.split(/\s+/).filter(Boolean);
}
