import { beforeEach, expect, it } from 'vitest';
import { createUser, password, type TestUser } from '#tests/factories/users.ts';
import { browsersOf } from '#tests/support/people.ts';
import { testSite } from '#tests/support/site.ts';
import { tellOfAdmin } from '../jobs.ts';
import { promote } from './new-users.ts';

/* All admins hear of a new one (decision 1). */

const site = await testSite();
const { app, db, mails, cookieOf } = site;
const browser = browsersOf(app);

let boss: TestUser;
let other: TestUser;
beforeEach(async () => {
  await db('accounts.users').update({ role: 'user' });
  boss = await createUser(db, { role: 'admin' });
  other = await createUser(db, { role: 'admin' });
  await createUser(db, { role: 'moderator' });
  await createUser(db, { role: 'admin', suspended: true });
  mails.length = 0;
});

/** Does what the worker would do, and gives who was told what. */
async function told(): Promise<[to: string, subject: string][]> {
  const waiting = () => db('platform.outbox').where({ job: tellOfAdmin.name }).whereNull('done_at');
  for (const { id, payload } of await waiting()) {
    await site.modules.accounts.tellOfAdmin(payload);
    await db('platform.outbox').where({ id }).update({ done_at: db.fn.now() });
  }
  await site.deliver();
  return mails.map(({ to, subject }): [string, string] => [to, subject]).sort();
}
const both = (subject: string) => [boss.email, other.email].sort().map((to) => [to, subject]);

it('whom an admin creates', async () => {
  const office = browser(await cookieOf(boss));
  const created = { username: 'Fresh Admin', email: 'fresh@example.org', password, role: 'admin' };
  await office.post('/api/admin/users', created).expect(201);
  await office
    .post('/api/admin/users', { ...created, username: 'Plain', email: 'plain@example.org', role: 'user' })
    .expect(201);
  expect(await told()).toEqual(both('There is a new Podium admin: Fresh Admin'));
  const { text } = mails.find(({ to }) => to === other.email) as { text: string };
  expect(text).toContain(`${boss.username} has just made Fresh Admin an admin of Podium.`);
  expect(text).toMatch(/http:\/\/podium\.test\/admin\/users\/\d+/);
});

it('whom an admin makes one, once, and in the language of each', async () => {
  const { id, username } = await createUser(db);
  await db('accounts.users').where({ id: other.id }).update({ preferred_language: 'fr' });
  const office = browser(await cookieOf(boss));
  const change = (role: string) => office.put(`/api/admin/users/${id}`, { role }).expect(200);
  await change('moderator');
  await change('admin');
  await change('admin');
  expect(await told()).toEqual(
    [
      [boss.email, `There is a new Podium admin: ${username}`],
      [other.email, `Un nouveau compte administre Podium : ${username}`],
    ].sort(),
  );
});

it('whom a command on the server makes one', async () => {
  const { id, username } = await createUser(db);
  await promote(db, id);
  expect(await told()).toEqual(both(`There is a new Podium admin: ${username}`));
  expect(mails[0]?.text).toContain('by a command on the server');
});

it('who is none any more when the mails are written, and is told of all the same', async () => {
  const { id, username } = await createUser(db);
  await promote(db, id);
  await db('accounts.users').where({ id }).update({ role: 'user' });
  expect(await told()).toEqual(both(`There is a new Podium admin: ${username}`));
});
