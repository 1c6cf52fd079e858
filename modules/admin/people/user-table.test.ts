import { beforeAll, describe, expect, it } from 'vitest';
import { addBallots, createTopic } from '#tests/factories/topics.ts';
import { createUser, createUsers } from '#tests/factories/users.ts';
import { caller, testSite } from '#tests/support/site.ts';

/* How admins look through all accounts. */

const { app, db, modules, cookieOf } = await testSite();
const admin = await createUser(db, { role: 'admin', username: 'Boss', email: 'boss@example.org' });
const office = caller(app, { cookie: await cookieOf(admin) });

const list = async (query = '') => (await office.get(`/api/users${query && `?${query}`}`).expect(200)).body;
const names = async (query: string) => (await list(query)).items.map(({ username }: { username: string }) => username);

const set = (id: number, change: object) => db('accounts.users').where({ id }).update(change);

beforeAll(async () => {
  const maria = await createUser(db, { username: 'mgarcia', email: 'maria@mail.test' });
  await set(maria.id, { first_name: 'María José', last_name: 'García', phone_number: '+34600111222' });
  await set((await createUser(db, { username: 'Amber', role: 'moderator' })).id, { kyc_status: 'pending' });
  await createUser(db, { username: 'newcomer', email: 'new@example.org', claimed: false });
  await createUser(db, { username: 'troll_1%', suspended: true });
  const gone = await createUser(db, { username: 'erased 99' });
  await set(gone.id, { erased_at: db.fn.now(), suspended_at: db.fn.now() });
  const leaving = await createUser(db, { username: 'leaving' });
  await db('privacy.account_actions').insert({
    ...{ user_id: leaving.id, action_type: 'account_deletion', status: 'processing', reason: 'x' },
    ...{ email_verified_at: db.fn.now(), phone_verified_at: db.fn.now() },
  });
});

describe('the table of users', () => {
  it.each([
    ['q=garcia', ['mgarcia']],
    ['q=GARC%C3%8DA', ['mgarcia']],
    ['q=jose garcia', ['mgarcia']],
    ['q=garcia maria', ['mgarcia']],
    ['q=maria@mail.test', ['mgarcia']],
    ['q=%2B34 600 111 222', ['mgarcia']],
    ['q=600-111-222', ['mgarcia']],
    ['q=_1%25', ['troll_1%']],
    ['q=garcia nobody', []],
    ['role=moderator', ['Amber']],
    ['role=admin', ['Boss']],
    ['kyc=pending', ['Amber']],
    ['state=unverified', ['newcomer']],
    ['state=suspended', ['troll_1%']],
    ['state=erased', ['erased 99']],
    ['state=deletion_requested', ['leaving']],
    ['state=active&sort=username', ['Amber', 'Boss', 'leaving', 'mgarcia']],
    ['sort=username', ['Amber', 'Boss', 'leaving', 'mgarcia', 'newcomer', 'troll_1%']],
    ['sort=-username', ['troll_1%', 'newcomer', 'mgarcia', 'leaving', 'Boss', 'Amber']],
    ['role=&kyc=&state=&q=&sort=role', ['Boss', 'Amber', 'mgarcia', 'newcomer', 'troll_1%', 'leaving']],
  ])('asked for %s shows the right ones', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
    expect((await list(query)).total).toBe(expected.length);
  });

  it('finds a user by the number, before those in whose data it occurs', async () => {
    expect((await list(`q=${admin.id}`)).items[0]).toMatchObject({ id: admin.id });
    expect(await names(`q=%23${admin.id}`)).toEqual(['Boss']);
    expect(await names('q=%232147483648')).toEqual([]);
  });

  it('tells what they voted and spent, and how they stand, and no more than it should', async () => {
    const topic = await createTopic(db, { choices: 3 });
    await addBallots(db, topic.id, [topic.choices, topic.choices]);
    const [voter] = await db('voting.ballots').where({ topic_id: topic.id }).pluck<number[]>('user_id');
    const [row] = (await list(`q=%23${voter}`)).items;
    expect(row).toMatchObject({ totalVotes: 1, totalSpent: 0, lastVoteAt: expect.any(String) });
    expect((await list('q=mgarcia')).items).toEqual([
      {
        ...{ id: expect.any(Number), username: 'mgarcia', email: 'maria@mail.test', role: 'user', kycStatus: 'none' },
        ...{ firstName: 'María José', lastName: 'García', emailVerified: true, phoneVerified: false },
        ...{ state: 'active', suspended: false, createdAt: expect.any(String) },
        ...{ totalVotes: 0, totalSpent: 0, lastVoteAt: null },
      },
    ]);
  });

  it('has pages of 25', async () => {
    const { total: before } = await list('q=crowd');
    await createUsers(db, 60 - before);
    const first = await list('q=crowd&sort=username');
    const third = await list('q=crowd&sort=username&page=3');
    expect([first.items.length, first.pages, first.total]).toEqual([25, 3, 60]);
    expect(third.items).toHaveLength(10);
    expect((await list('q=crowd&page=9')).total).toBe(60);
  });

  it.each(['page=0', 'page=x', 'sort=password', 'role=king', 'state=gone', 'kyc=maybe', `q=${'x'.repeat(101)}`])(
    'refuses %s with its field',
    async (query) => {
      const { body } = await office.get(`/api/users?${query}`).expect(400);
      expect(Object.keys(body.errors)).toEqual([query.split('=')[0]]);
    },
  );
});

it('a page asks for the ballots of its rows in one go', async () => {
  const ids = await createUsers(db, 3);
  expect(await modules.voting.voterTotalsOf(db, ids)).toEqual(new Map());
  expect(await modules.voting.voterTotalsOf(db, [])).toEqual(new Map());
});
