import { beforeEach, describe, expect, it } from 'vitest';
import { payWith } from '#tests/factories/cards.ts';
import { requestDeletion } from '#tests/factories/deletions.ts';
import { createTopic, type TestTopic } from '#tests/factories/topics.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { caller, testSite } from '#tests/support/site.ts';

/* One card and several accounts: shown to admins, who decide what to make of it. */

const { app, db, modules, cookieOf } = await testSite();
const office = caller(app, { cookie: await cookieOf(await createUser(db, { role: 'admin' })) });

let topic: TestTopic;
let people: [TestUser, TestUser, TestUser];
beforeEach(async () => {
  await db.raw('alter table payments.payments disable trigger user');
  await db('payments.payments').delete();
  await db.raw('alter table payments.payments enable trigger user');
  topic = await createTopic(db, { choices: 3 });
  people = [await createUser(db), await createUser(db), await createUser(db)];
});

const groups = async (page = 1) => (await office.get(`/api/admin/shared-cards?page=${page}`).expect(200)).body;
const named = (...users: TestUser[]) => users.map(({ id, username }) => ({ id, username }));

describe('accounts that share a card', () => {
  it('stand together, the card used last first', async () => {
    const [one, two, three] = people;
    for (const { id } of [one, two, two]) await payWith(db, topic, id, 'card-1111');
    for (const { id } of [two, three, one]) await payWith(db, topic, id, 'card-2222');
    await payWith(db, topic, one.id, 'card-3333'); // nobody else's
    await payWith(db, topic, one.id, 'card-3333');
    const { items, total, pages } = await groups();
    expect([total, pages]).toEqual([2, 1]);
    expect(items).toEqual([
      {
        ...{ newestPaymentId: expect.any(Number), cardBrand: 'visa', cardLast4: '2222', accounts: 3 },
        ...{ lastUsedAt: expect.any(String), users: named(one, two, three) },
      },
      {
        ...{ newestPaymentId: expect.any(Number), cardBrand: 'visa', cardLast4: '1111', accounts: 2 },
        ...{ lastUsedAt: expect.any(String), users: named(one, two) },
      },
    ]);
    expect(JSON.stringify(items)).not.toContain('card-');
    const { body } = await office.get(`/api/admin/users/${three.id}`);
    expect(body.sharedCards).toMatchObject([{ cardLast4: '2222', users: named(one, two, three) }]);
  });

  it('are looked through page by page', async () => {
    const [one, two] = people;
    for (let card = 0; card < 30; card += 1) {
      for (const { id } of [one, two]) await payWith(db, topic, id, `card-${1_000 + card}`);
    }
    const second = await groups(2);
    expect([second.total, second.pages, second.items.length]).toEqual([30, 2, 5]);
    expect(second.items[4].cardLast4).toBe('1000');
    expect(await groups(7)).toEqual({ items: [], total: 30, page: 7, pages: 2 });
    await office.get('/api/admin/shared-cards?page=0').expect(400);
  });

  it('are not counted with somebody who has been erased', async () => {
    const [one, two] = people;
    for (const { id } of [one, two]) await payWith(db, topic, id, 'card-4444');
    expect(await modules.payments.sharingCards(db, one.id)).toMatchObject([{ accounts: 2, userIds: [one.id, two.id] }]);
    const id = await requestDeletion(db, two.id);
    await office.post(`/api/admin/account-actions/${id}/decide`, { approved: true }).expect(200);
    expect(await modules.payments.sharingCards(db, one.id)).toEqual([]);
    expect((await groups()).total).toBe(0);
  });
});
