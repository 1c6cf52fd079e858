import type { Language } from '#src/shared/languages.ts';
import type { People } from '../contract/index.ts';

/** What other modules may know of people, many at a time. */
export const people: People = {
  async contactsOf(trx, userIds) {
    const rows = await trx('accounts.users')
      .whereIn('id', userIds)
      .whereNull('erased_at')
      .select<{ id: number; username: string; email: string; preferred_language: Language | null }[]>(
        ...['id', 'username', 'email', 'preferred_language'],
      );
    return new Map(
      rows.map(({ id, username, email, preferred_language }) => [
        id,
        { username, email, language: preferred_language ?? 'en' },
      ]),
    );
  },

  async eligibleAmong(trx, userIds, by) {
    const ids = await trx('accounts.users')
      .whereRaw('id = any(?)', [userIds])
      .where('email_verified_at', '<=', by)
      .where('phone_verified_at', '<=', by)
      .whereNull('suspended_at')
      .whereNot({ role: 'admin' })
      .pluck<number[]>('id');
    return new Set(ids);
  },

  async eligibilityOf(db, userId) {
    const user = await db('accounts.users').where({ id: userId }).first('email_verified_at', 'phone_verified_at');
    return { email: Boolean(user?.email_verified_at), phone: Boolean(user?.phone_verified_at) };
  },

  async registrations(db) {
    const { rows } = await db.raw<{ rows: { day: string; users: number; total: number }[] }>(
      `select to_char(day, 'YYYY-MM-DD') as day, coalesce(users, 0) as users,
                (select count(*) from accounts.users where claimed_at is not null and erased_at is null) as total
           from generate_series((now() at time zone 'utc')::date - 29, (now() at time zone 'utc')::date, '1 day') as day
           left join (select (created_at at time zone 'utc')::date as day, count(*) as users from accounts.users
                       where claimed_at is not null and created_at >= (now() at time zone 'utc')::date - 29
                       group by 1) as begun using (day)
          order by day`,
    );
    return { total: rows[0]?.total ?? 0, days: rows.map(({ day, users }) => ({ day, users })) };
  },

  async accountsAt(asking, emails) {
    const rows = await asking('accounts.users')
      .whereRaw('lower(email) = any(?)', [emails.map((email) => email.toLowerCase())])
      .whereNotNull('claimed_at')
      .select<{ email: string; suspended_at: Date | null; preferred_language: Language | null }[]>(
        ...['email', 'suspended_at', 'preferred_language'],
      );
    return new Map(
      rows.map(({ email, suspended_at, preferred_language }) => [
        email.toLowerCase(),
        { suspended: suspended_at !== null, language: preferred_language },
      ]),
    );
  },

  async usernamesOf(asking, userIds) {
    const rows = await asking('accounts.users').whereIn('id', userIds).whereNull('erased_at').select('id', 'username');
    return new Map(rows.map(({ id, username }) => [id, username]));
  },

  async peopleLike(asking, text) {
    return asking('accounts.users')
      .whereNull('erased_at')
      .whereRaw("search_text like '%' || lower(unaccent(?)) || '%'", [text.replace(/[\\%_]/g, '\\$&')])
      .pluck<number[]>('id');
  },

  async locationsOf(asking, userIds) {
    const rows = await asking('accounts.users').whereIn('id', userIds).select('id', 'city', 'country');
    return new Map(rows.map(({ id, city, country }) => [id, { city, country }]));
  },

  async kycStatusesOf(asking, userIds) {
    const rows = await asking('accounts.users').whereIn('id', userIds).select('id', 'kyc_status');
    return new Map(rows.map(({ id, kyc_status }) => [id, kyc_status]));
  },
};
