import type { Db } from '#src/platform/db.ts';
import { hashPassword } from '#src/platform/passwords.ts';
import type { Role } from '#src/shared/viewer.ts';

let count = 0;
export const password = 'correct horse';
const passwordHash = hashPassword(password);

export interface TestUser {
  id: number;
  username: string;
  email: string;
  role: Role;
}

/** A user who has proved his or her address, unless said otherwise. */
export async function createUser(
  db: Db,
  { role = 'user' as Role, username = '', email = '', claimed = true, suspended = false } = {},
): Promise<TestUser> {
  count += 1;
  const [user] = await db('accounts.users')
    .insert({
      username: username || `user${process.pid}x${count}`,
      email: email || `user${process.pid}x${count}@example.org`,
      role,
      password_hash: await passwordHash,
      claimed_at: claimed ? db.fn.now() : null,
      email_verified_at: claimed ? db.fn.now() : null,
      suspended_at: suspended ? db.fn.now() : null,
      terms_version: 'test',
    })
    .returning<TestUser[]>(['id', 'username', 'email', 'role']);
  return user as TestUser;
}

/** Many users at once, for races. */
export async function createUsers(db: Db, many: number): Promise<number[]> {
  count += 1;
  const hash = await passwordHash;
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `insert into accounts.users (username, email, password_hash, claimed_at, terms_version)
     select prefix || n, prefix || n || '@example.org', ?, now(), 'test'
       from (select ?::text as prefix) as p, generate_series(1, ?) as n returning id`,
    [hash, `crowd${process.pid}x${count}n`, many],
  );
  return rows.map(({ id }) => id);
}
