import { beforeEach, expect, it } from 'vitest';
import { castAll, prove } from '#tests/factories/contests.ts';
import { requestDeletion } from '#tests/factories/deletions.ts';
import { closeTopic, createTopic } from '#tests/factories/topics.ts';
import { createUser, createUsers } from '#tests/factories/users.ts';
import { browsersOf } from '#tests/support/people.ts';
import { type caller, testSite } from '#tests/support/site.ts';

/* Account deletions, as those who decide about them see them. */

const { app, db, modules, cookieOf } = await testSite({ poolMax: 10 });
const browser = browsersOf(app);

let boss: Awaited<ReturnType<typeof createUser>>;
let office: ReturnType<typeof caller>;
beforeEach(async () => {
  await db('privacy.account_actions').delete();
  boss = await createUser(db, { role: 'admin' });
  office = browser(await cookieOf(boss));
});

const list = async (state = '') =>
  (await office.get(`/api/admin/account-actions${state && `?state=${state}`}`).expect(200)).body.items;
const decide = (id: number, approved: boolean, who = office) =>
  who.post(`/api/admin/account-actions/${id}/decide`, { approved });

it('are listed while they wait, with who asks for them and why', async () => {
  const user = await createUser(db, { role: 'moderator' });
  await db('privacy.account_actions').insert([
    { user_id: boss.id, action_type: 'account_deletion', reason: 'not proved yet' },
    { user_id: boss.id, action_type: 'data_export', reason: 'something else' },
  ]);
  const id = await requestDeletion(db, user.id, 'I have had enough');
  expect(await list()).toEqual([
    {
      ...{ id, state: 'waiting', reason: 'I have had enough', awardsOpen: false },
      user: { id: user.id, username: user.username, email: user.email, role: 'moderator' },
      ...{ requestedAt: expect.any(String), provedAt: expect.any(String), decidedAt: null, decidedBy: null },
    },
  ]);
  const { body } = await office.get(`/api/admin/users/${user.id}`);
  expect(body.openActions).toMatchObject([{ id, actionType: 'account_deletion', status: 'processing' }]);
  await office.get('/api/admin/account-actions?state=lost').expect(400);
});

it('that were rejected say by whom, and leave the account; one that was taken back was decided by nobody', async () => {
  const [kept = 0, gone = 0] = await createUsers(db, 2);
  const id = await requestDeletion(db, kept);
  const other = await requestDeletion(db, gone);
  await db('privacy.account_actions').where({ id: other }).update({ status: 'cancelled', completed_at: db.fn.now() });
  await decide(id, false).expect(200);
  expect(await list()).toEqual([]);
  expect(await list('rejected')).toMatchObject([
    { id, state: 'rejected', decidedBy: { id: boss.id, username: boss.username }, decidedAt: expect.any(String) },
  ]);
  expect(await db('platform.audit').where({ subject_kind: 'user', subject_id: String(kept) })).toMatchObject([
    { actor_id: boss.id, action: 'deletion_rejected', before: null, after: null },
  ]);
});

it('that were approved leave a number, in the audit too', async () => {
  const user = await createUser(db);
  await office.put(`/api/admin/users/${user.id}`, { suspended: true, reason: `${user.username} was rude` }).expect(200);
  const id = await requestDeletion(db, user.id, 'Goodbye');
  await decide(id, true).expect(200);
  expect(await list('approved')).toMatchObject([
    { id, reason: null, user: { id: user.id, username: null, email: null }, decidedBy: { id: boss.id } },
  ]);
  const entries = await db('platform.audit')
    .where({ subject_kind: 'user', subject_id: String(user.id) })
    .orderBy('id');
  expect(entries).toMatchObject([
    { action: 'user_updated', before: null, after: null },
    { actor_id: boss.id, action: 'deletion_approved', before: null, after: null },
  ]);
  const { body } = await office.get(`/api/admin/users/${user.id}`).expect(200);
  expect(JSON.stringify(body)).not.toMatch(new RegExp(`${user.username}|${user.email}|rude`));
  expect(body).toMatchObject({ state: 'erased', suspendedReason: null, openActions: [] });
});

it('are not in the way of anybody’s name or address: whoever is erased has neither', async () => {
  const user = await createUser(db);
  await createUser(db, { username: `erased ${user.id}`, email: `${user.id}@erased.invalid` });
  await decide(await requestDeletion(db, user.id), true).expect(200);
  expect(await db('accounts.users').where({ id: user.id }).first('username')).toEqual({ username: null });
  const { items } = (await office.get('/api/users?state=erased&sort=username').expect(200)).body;
  expect(items.find(({ id }: { id: number }) => id === user.id)).toMatchObject({ username: null, state: 'erased' });
  expect((await office.get(`/api/admin/users/${user.id}`).expect(200)).body).toMatchObject({ username: null });
});

it('alone leave an account without a name', async () => {
  const user = await createUser(db);
  await expect(db('accounts.users').where({ id: user.id }).update({ username: null })).rejects.toThrow('users_named');
});

it('wait for open awards, which are told before', async () => {
  const topic = await createTopic(db, { choices: 3 });
  const [winner = 0, other = 0] = await createUsers(db, 2);
  await prove(db, [winner, other]);
  const cast = { tier: 3, ranking: topic.choices.slice(0, 2), counted_at: new Date(Date.now() - 60_000) };
  await castAll(db, topic.id, [
    { ...cast, user_id: winner, paid: true },
    { ...cast, user_id: other, paid: false },
  ]);
  await closeTopic(db, topic.id);
  await modules.prizes.finalize(topic.id);
  const id = await requestDeletion(db, winner);
  expect(await list()).toMatchObject([{ id, awardsOpen: true }]);
  expect((await office.get(`/api/admin/users/${winner}`)).body).toMatchObject({ awardsOpen: true, totalVotes: 1 });
  expect((await decide(id, true).expect(409)).body.code).toBe('awards_open');
  expect(await db('platform.audit').where({ subject_kind: 'user', subject_id: String(winner) })).toEqual([]);
  expect(await list()).toHaveLength(1);
});

it('of all admins at the same moment, each approved by another one, leave one of them', async () => {
  for (let round = 0; round < 3; round += 1) {
    await db('accounts.users').update({ role: 'user' });
    const admins = await Promise.all([1, 2, 3].map(() => createUser(db, { role: 'admin' })));
    const calls = await Promise.all(admins.map(async (one) => browser(await cookieOf(one))));
    const asked = await Promise.all(admins.map(({ id }) => requestDeletion(db, id)));
    const answers = await Promise.all(asked.map((id, index) => decide(id, true, calls[(index + 1) % calls.length])));
    expect(answers.map(({ status }) => status).every((status) => [200, 403].includes(status))).toBe(true);
    const left = await db('accounts.users').where({ role: 'admin' }).whereNull('erased_at');
    expect(left.length).toBeGreaterThanOrEqual(1);
  }
});
