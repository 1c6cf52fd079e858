import { beforeEach, describe, expect, it } from 'vitest';
import { topicCancelled } from '#modules/voting/contract/events.ts';
import { listNames } from '#modules/voting/rules/shelves.ts';
import { beginPayment } from '#tests/factories/contests.ts';
import { addBallots, closeTopic, createTopic, type TestTopic } from '#tests/factories/topics.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { meanwhile } from '#tests/support/database.ts';
import { untilWaitedFor } from '#tests/support/locks.ts';
import { caller, testSite } from '#tests/support/site.ts';
import { testStripe } from '#tests/support/stripe.ts';

/* Topics that admins cancel, archive or delete, and the money and ballots in them. */

const stripe = await testStripe();
const site = await testSite({ stripe: stripe.access, poolMax: 10 });
const { db, modules } = site;

let topic: TestTopic;
let buyer: TestUser;
let admin: TestUser;
let call: ReturnType<typeof caller>;
const visitor = caller(site.app);

beforeEach(async () => {
  topic = await createTopic(db, { name: 'Mushroom of the year', choices: 3, isFeatured: true });
  buyer = await createUser(db);
  admin = await createUser(db, { role: 'admin' });
  call = caller(site.app, { cookie: await site.cookieOf(admin) });
});

async function buy(): Promise<number> {
  const voteItems = [{ choiceId: topic.choices[0] as number, rank: 1 }];
  const asked = { topicId: topic.id, tier: 'top3', amount: '2.00', currency: 'USD', voteItems } as const;
  const { paymentId, clientSecret } = await modules.payments.begin(buyer, { ...asked, voteItems }, 'en');
  stripe.controls.confirm(clientSecret.split('_secret_')[0] as string, { card: '4242424242424242' });
  await modules.payments.settle(paymentId);
  return paymentId;
}
const address = (rest = '') => `/api/admin/topics/${topic.id}${rest}`;
const entries = () =>
  db('platform.audit')
    .where({ subject_kind: 'topic', subject_id: String(topic.id) })
    .orderBy('id')
    .pluck('action');
const statusOf = async (id: number) => (await db('payments.payments').where({ id }).first('status')).status;
/** How often it was written down that a topic has been cancelled, which has its payments looked at again. */
const jobs = async () =>
  Number((await db('platform.outbox').where({ job: topicCancelled.name }).count({ n: '*' }))[0]?.n);

describe('a topic that is cancelled', () => {
  it('gives its payments back, and says once who did it', async () => {
    const payment = await buy();
    await call.post(address('/cancel')).expect(204);
    const queued = await jobs();
    expect(queued).toBeGreaterThan(0);
    await call.post(address('/cancel')).expect(204);
    expect(await jobs()).toBe(queued);
    await site.work();
    expect(await statusOf(payment)).toBe('refunded');
    expect(await entries()).toEqual(['topic_cancelled']);
    const [entry] = await db('platform.audit').where({ subject_id: String(topic.id) });
    expect(entry).toMatchObject({ actor_id: admin.id, before: { isCancelled: false }, after: { isCancelled: true } });
    expect((await visitor.get(`/api/topics/${topic.id}`)).body.isCancelled).toBe(1);
  });

  it('is so once for many that press at once', async () => {
    await Promise.all(Array.from({ length: 6 }, () => call.post(address('/cancel')).expect(204)));
    expect(await entries()).toEqual(['topic_cancelled']);
    expect((await modules.voting.adminTopic(topic.id)).version).toBe(2);
  });

  it('is refused where results are final, and where there is none', async () => {
    await closeTopic(db, topic.id);
    await modules.prizes.finalize(topic.id);
    expect((await call.post(address('/cancel')).expect(409)).body.code).toBe('topic_finalized');
    await call.post('/api/admin/topics/999999/cancel').expect(404);
    expect(await entries()).toEqual([]);
  });

  it('leaves no entry where it does not come to be', async () => {
    await beginPayment(db, topic, buyer.id);
    await db.raw(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`);
    await db.raw('create trigger refuse before insert on platform.outbox for each row execute function refuse()');
    await call.post(address('/cancel')).expect(500);
    await call.delete(address()).expect(500);
    await db.raw('drop function refuse cascade');
    expect(await entries()).toEqual([]);
    expect((await modules.voting.adminTopic(topic.id)).isCancelled).toBe(0);
  });
});

describe('a topic that is deleted', () => {
  it('goes with its choices where it has no ballots, and stays in the audit', async () => {
    await call.delete(address()).expect(204);
    await visitor.get(`/api/topics/${topic.id}`).expect(404);
    expect(await db('voting.choices').where({ topic_id: topic.id })).toEqual([]);
    expect(await entries()).toEqual(['topic_deleted']);
    const [entry] = await db('platform.audit').where({ subject_id: String(topic.id) });
    expect(entry.before).toMatchObject({ name: 'Mushroom of the year', choices: ['Choice 1', 'Choice 2', 'Choice 3'] });
    await call.delete(address()).expect(404);
  });

  it('is archived instead where it has ballots: cancelled first, its money given back', async () => {
    const payment = await buy();
    const version = (await modules.voting.adminTopic(topic.id)).version;
    await call.delete(address()).expect(204);
    await call.delete(address()).expect(204);
    await site.work();
    expect(await statusOf(payment)).toBe('refunded');
    expect(await entries()).toEqual(['topic_cancelled', 'topic_archived']);
    const archived = await modules.voting.adminTopic(topic.id);
    expect(archived).toMatchObject({ isArchived: true, isCancelled: 1, hasBallots: true });
    expect(archived.version).toBeGreaterThan(version);
  });

  it('is archived where somebody has begun to pay and given up: the attempt refers to it', async () => {
    const id = await beginPayment(db, topic, buyer.id);
    await db('payments.payments').where({ id }).update({ status: 'canceled' });
    await call.delete(address()).expect(204);
    expect(await modules.voting.adminTopic(topic.id)).toMatchObject({ isArchived: true, hasBallots: false });
  });

  it('waits for nobody who settles a payment of it at the same time', async () => {
    const id = await beginPayment(db, topic, buyer.id);
    await db.transaction(async (settling) => {
      await settling('payments.payments').where({ id }).forUpdate();
      const removal = meanwhile(() => modules.voting.removeTopic(topic.id, admin));
      await Promise.race([removal, untilWaitedFor(settling)]);
      await settling.raw('select pg_advisory_xact_lock_shared(7001, ?)', [topic.id]);
      await removal;
    });
    expect(await modules.voting.adminTopic(topic.id)).toMatchObject({ isArchived: true });
  });

  it('keeps its results when they are final, and is not cancelled', async () => {
    await addBallots(db, topic.id, [topic.choices]);
    await closeTopic(db, topic.id);
    await modules.prizes.finalize(topic.id);
    await call.delete(address()).expect(204);
    expect(await entries()).toEqual(['topic_archived']);
    expect(await modules.voting.adminTopic(topic.id)).toMatchObject({ isArchived: true, isCancelled: 0 });
    const { body } = await visitor.get(`/api/topics/${topic.id}/results`).expect(200);
    expect(body[0]).toMatchObject({ id: topic.choices[0], totalVotes: 1 });
  });
});

describe('an archived topic', () => {
  /** Every list that shows topics to everybody, as numbers. */
  const lists = async (): Promise<Record<string, number[]>> => {
    const idsIn = (topics: { id: number }[]) => topics.map(({ id }) => id);
    const home = (await visitor.get('/api/topics/home').expect(200)).body;
    const pages = await Promise.all(
      listNames.map(async (list) => [
        list,
        idsIn((await visitor.get(`/api/topics/list?list=${list}`).expect(200)).body.topics),
      ]),
    );
    const search = async (q: string) => idsIn((await visitor.get(`/api/topics/list?q=${q}`).expect(200)).body.topics);
    return {
      ...Object.fromEntries(pages),
      home: idsIn(home.topics),
      everything: idsIn((await visitor.get('/api/topics').expect(200)).body),
      search: await search('mushroom'),
      'mistyped search': await search('mushrom'),
    };
  };

  it.each([false, true])('is gone from every list and count, also when it had closed: %s', async (closed) => {
    await addBallots(db, topic.id, [topic.choices]);
    if (closed) {
      await closeTopic(db, topic.id);
      await modules.prizes.finalize(topic.id);
    }
    const before = await lists();
    for (const list of ['all', 'trending', 'featured', 'sports', 'home', 'everything', 'search', 'mistyped search']) {
      expect(before[list], list).toContain(topic.id);
    }
    const total = async () => (await visitor.get('/api/topics/home')).body.shelves[0].total;
    const shelved = await total();
    await call.delete(address()).expect(204);
    for (const [list, ids] of Object.entries(await lists())) expect(ids, list).not.toContain(topic.id);
    expect(await total()).toBe(shelved - 1);
  });

  it('is still found by its number, and in the record of those who voted', async () => {
    await modules.voting.castFreeBallot(buyer, { topicId: topic.id, tier: 'top3', ranking: topic.choices });
    await call.delete(address()).expect(204);
    await visitor.get(`/api/topics/${topic.id}`).expect(200);
    const { items } = await modules.voting.history(buyer.id, 1);
    expect(items[0]?.topic.name).toBe('Mushroom of the year');
  });

  it('takes no ballots, free or paid, however it stands', async () => {
    await addBallots(db, topic.id, [topic.choices]);
    await call.delete(address()).expect(204);
    await db('voting.topics').where({ id: topic.id }).update({ cancelled_at: null });
    const ballot = { topicId: topic.id, tier: 'top3', ranking: topic.choices } as const;
    await expect(modules.voting.castFreeBallot(buyer, ballot)).rejects.toMatchObject({ code: 'topic_cancelled' });
    await expect(buy()).rejects.toMatchObject({ code: 'topic_cancelled' });
  });
});
