import { beforeEach, describe, expect, it } from 'vitest';
import { addBallots, createTopic } from '#tests/factories/topics.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { caller, testSite } from '#tests/support/site.ts';
import type { AdminTopic } from '../contract/admin.ts';

/* The back office's tables of topics and choices, and what it shows of results that others do not see. */

const site = await testSite();
const { db } = site;

let admin: TestUser;
let call: ReturnType<typeof caller>;

beforeEach(async () => {
  admin = await createUser(db, { role: 'admin' });
  call = caller(site.app, { cookie: await site.cookieOf(admin) });
  await db('voting.topics').whereNotExists(db('voting.ballots').whereRaw('topic_id = topics.id')).delete();
});

const create = async (fields: object): Promise<AdminTopic> =>
  (await call.post('/api/admin/topics', fields).expect(201)).body;
const named = (...names: string[]) => names.map((name) => ({ name }));
const entries = (id: number) =>
  db('platform.audit')
    .where({ subject_kind: 'topic', subject_id: String(id), actor_id: admin.id })
    .orderBy('id');

describe('the table of topics', () => {
  const names = async (query: string) =>
    (await call.get(`/api/admin/topics?${query}`).expect(200)).body.items.map(({ name }: { name: string }) => name);

  it('finds by words in any language and in choices, by number, and nothing for no word', async () => {
    const { id } = await create({
      name: 'Blue cheese',
      nameEs: 'Queso añejo',
      nameFr: 'Fromage bleu',
      choices: named('Gorgonzola'),
    });
    for (const q of ['blue', 'cheese+BLUE', 'anejo', 'fromage', 'gorgon', id]) {
      expect(await names(`q=${q}`), String(q)).toContain('Blue cheese');
    }
    expect(await names('q=blue+tomato')).toEqual([]);
    expect(await names('q=%25')).toEqual([]);
    expect(await names('q=_')).toEqual([]);
    await call.get(`/api/admin/topics?q=${'x'.repeat(101)}`).expect(400);
  });

  it('is narrowed by state and category', async () => {
    const make = async (name: string, options: object) => createTopic(db, { name, choices: 2, ...options });
    await make('runs', {});
    await make('for ever', { opensIn: null, closesIn: null });
    await make('soon', { opensIn: 60, category: 'food' });
    await make('over', { closesIn: -5 });
    await make('off', { isActive: false });
    await make('star', { isFeatured: true });
    const stopped = await make('stopped', {});
    await call.post(`/api/admin/topics/${stopped.id}/cancel`).expect(204);
    const gone = await make('gone', {});
    await addBallots(db, gone.id, [gone.choices]);
    await call.delete(`/api/admin/topics/${gone.id}`).expect(204);
    const of = async (state: string) => (await names(`state=${state}&sort=name`)).join(', ');
    expect(await of('active')).toBe('off, runs, star');
    expect(await of('always_open')).toBe('for ever');
    expect(await of('upcoming')).toBe('soon');
    expect(await of('closed')).toBe('over');
    expect(await of('inactive')).toBe('off');
    expect(await of('featured')).toBe('star');
    expect(await of('cancelled')).toBe('stopped');
    expect(await of('archived')).toBe('gone');
    expect(await of('')).not.toContain('gone');
    expect(await names('category=food')).toEqual(['soon']);
    await call.get('/api/admin/topics?state=lost').expect(400);
  });

  it('is ordered by each column both ways, and comes in pages of 25', async () => {
    for (let n = 0; n < 27; n++)
      await createTopic(db, { name: `T${String(n).padStart(2, '0')}`, choices: 1, closesIn: 100 + n });
    const first = await createTopic(db, { name: 'T99', choices: 1, opensIn: null, closesIn: null });
    await addBallots(db, first.id, [first.choices, first.choices]);
    expect((await names('sort=name'))[0]).toBe('T00');
    expect((await names('sort=-name'))[0]).toBe('T99');
    expect((await names('sort=-totalVotes'))[0]).toBe('T99');
    expect((await names('sort=endDate'))[0]).toBe('T00');
    expect((await names('sort=-endDate'))[0]).toBe('T26'); // those without come last either way
    expect((await names(''))[0]).toBe('T99');
    const { body } = await call.get('/api/admin/topics?page=2&sort=createdAt').expect(200);
    expect(body).toMatchObject({ total: 28, page: 2, pages: 2 });
    expect(body.items).toHaveLength(3);
    expect(body.items[2]).toMatchObject({ name: 'T99', choiceCount: 1, totalVotes: 2, status: 'always_open' });
  });
});

describe('the table of choices', () => {
  it('names the topic of each, is ordered by topic or name, and says what can go', async () => {
    const zebra = await create({ name: 'Zebra', choices: named('Éclair', 'Mango') });
    await create({ name: 'antelope', choices: named('Zest', 'apple') });
    const list = async (query: string) => {
      const { body } = await call.get(`/api/admin/choices?${query}`).expect(200);
      return body.items.map(({ name }: { name: string }) => name);
    };
    expect(await list('topicId=')).toEqual(expect.arrayContaining(['Zest', 'apple', 'Éclair', 'Mango']));
    const fruits = async (query: string) =>
      (await list(query)).filter((name: string) => ['Zest', 'apple', 'Éclair', 'Mango'].includes(name));
    expect(await fruits('')).toEqual(['Zest', 'apple', 'Éclair', 'Mango']);
    expect(await fruits('sort=-topic')).toEqual(['Éclair', 'Mango', 'Zest', 'apple']);
    expect(await list(`topicId=${zebra.id}&sort=-name`)).toEqual(['Mango', 'Éclair']);
    expect(await list('q=ECLAIR')).toEqual(['Éclair']);
    expect(await list('q=!!')).toEqual([]);
    const { body } = await call.get(`/api/admin/choices?topicId=${zebra.id}`);
    expect(body.items[0]).toMatchObject({ topic: { name: 'Zebra', status: 'always_open' }, removable: true });
    await addBallots(db, zebra.id, [[zebra.choices[0]?.id as number]]);
    const { body: voted } = await call.get(`/api/admin/choices?topicId=${zebra.id}`);
    expect(voted.items[0].removable).toBe(false);
    await call.get('/api/admin/choices?sort=colour').expect(400);
  });
});

describe('a look at live results', () => {
  it('is audited once an hour, by whatever call and however often at once', async () => {
    const topic = await createTopic(db, { choices: 2 });
    const look = () =>
      Promise.all(
        ['results', 'stats', 'head-to-head'].map((what) => call.get(`/api/topics/${topic.id}/${what}`).expect(200)),
      );
    await Promise.all([look(), look(), look()]);
    expect(await entries(topic.id)).toMatchObject([{ action: 'results_viewed' }]);
    await db.transaction(async (trx) => {
      await trx.raw('alter table platform.audit disable trigger keep_audit');
      await trx('platform.audit')
        .where({ subject_id: String(topic.id) })
        .update({ at: trx.raw("at - interval '61 minutes'") });
      await trx.raw('alter table platform.audit enable trigger keep_audit');
    });
    await look();
    expect(await entries(topic.id)).toHaveLength(2);
    const second = caller(site.app, { cookie: await site.cookieOf(await createUser(db, { role: 'admin' })) });
    await second.get(`/api/topics/${topic.id}/results`).expect(200);
    const all = db('platform.audit').where({ action: 'results_viewed', subject_id: String(topic.id) });
    expect(await all).toHaveLength(3);
  });

  it('is not where everybody may look', async () => {
    const topic = await createTopic(db, { closesIn: -5, choices: 2 });
    await call.get(`/api/topics/${topic.id}/results`).expect(200);
    expect(await entries(topic.id)).toEqual([]);
  });
});
