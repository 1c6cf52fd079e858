import { beforeEach, describe, expect, it } from 'vitest';
import { closeTopic, createTopic, type TestTopic } from '#tests/factories/topics.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { caller, testSite } from '#tests/support/site.ts';
import { testStripe } from '#tests/support/stripe.ts';
import type { VotePayment } from '../contract/index.ts';

/* Charging cards: by the server alone, one at a time, and never more than a few that are declined. */

const stripe = await testStripe();
const site = await testSite({ stripe: stripe.access, poolMax: 10 });
const { db, modules } = site;
const declined = '4000 0000 0000 0002';
const good = '4242 4242 4242 4242';
const asked = '4000 0027 6000 3184';

type Browser = ReturnType<typeof caller>;
let topic: TestTopic;
let user: TestUser;
let browser: Browser;

const signedIn = async (who: TestUser) =>
  caller(site.app, { cookie: await site.cookieOf(who), ip: `10.3.0.${who.id % 250}` });

beforeEach(async () => {
  stripe.controls.change({ api: { failNext: 0, delayMs: 0 } });
  await db('payments.cards').delete();
  topic = await createTopic(db);
  user = await createUser(db);
  browser = await signedIn(user);
});

const begin = async (from: Browser = browser, choice = 0): Promise<VotePayment & { intent: string }> => {
  const voteItems = [{ choiceId: topic.choices[choice], rank: 1 }];
  const body = { topicId: topic.id, tier: 'top3', amount: '2.00', voterEmail: '', voteItems };
  const response = await from.post('/api/create-vote-payment', body).expect(200);
  return { ...response.body, intent: response.body.clientSecret.split('_secret_')[0] };
};
const confirm = (id: number, card?: string, from: Browser = browser) =>
  from.post(`/api/payments/${id}/confirm`, card ? { confirmationToken: stripe.controls.enter(card) } : {});
const chargesOf = (intents: string[]) => intents.flatMap((id) => stripe.books.payment(id)?.charges ?? []);
const ballots = () => db('voting.ballots').where({ topic_id: topic.id }).whereNull('voided_at');
const underWay = () => db('payments.confirmations').whereNull('ended_at');

describe('a card that is tried', () => {
  it('is charged, and its ballot counts at once', async () => {
    const { paymentId } = await begin();
    const { body } = await confirm(paymentId, good).expect(200);
    expect(body).toMatchObject({ payment: { status: 'succeeded' }, authenticate: false, decline: null });
    expect(await ballots()).toHaveLength(1);
    expect(await underWay()).toEqual([]);
  });

  it('may be mistyped twice, and the payment goes on', async () => {
    const { paymentId, intent } = await begin();
    for (let tries = 0; tries < 2; tries++) {
      const { body } = await confirm(paymentId, '4000 0000 0000 0127').expect(200);
      expect(body).toMatchObject({ payment: { status: 'open' }, decline: 'incorrect_cvc' });
    }
    const { body } = await confirm(paymentId, good).expect(200);
    expect(body.payment).toMatchObject({ status: 'succeeded', cardLast4: '4242' });
    expect(chargesOf([intent])).toHaveLength(3);
    expect(await db('payments.buyers').where({ user_id: user.id }).first()).toMatchObject({ declines: 0 });
  });

  it('is charged after its bank has asked the buyer, and not before', async () => {
    const { paymentId, intent } = await begin();
    expect((await confirm(paymentId, asked).expect(200)).body).toMatchObject({ authenticate: true });
    expect(chargesOf([intent])).toEqual([]);
    stripe.controls.authenticate(intent, 'complete');
    expect(chargesOf([intent])).toEqual([]);
    expect((await confirm(paymentId).expect(200)).body).toMatchObject({ payment: { status: 'succeeded' } });
    expect(chargesOf([intent])).toHaveLength(1);
  });

  it('can be charged by nobody but the server', async () => {
    const { clientSecret, intent } = await begin();
    const answer = await fetch(`${stripe.url}/v1/payment_intents/${intent}/confirm`, {
      method: 'POST',
      body: new URLSearchParams({
        key: stripe.access.publishableKey,
        client_secret: clientSecret,
        payment_method: 'pm_card_visa',
      }),
    });
    expect(answer.status).toBe(400);
    expect(chargesOf([intent])).toEqual([]);
  });

  it('is not charged for a topic that has closed', async () => {
    const { paymentId, intent } = await begin();
    await closeTopic(db, topic.id);
    const { body } = await confirm(paymentId, good).expect(200);
    expect(body.payment).toMatchObject({ status: 'canceled', reason: 'late' });
    expect(chargesOf([intent])).toEqual([]);
  });

  it('is nobody else’s business, and no invention', async () => {
    const { paymentId } = await begin();
    const stranger = await signedIn(await createUser(db));
    await confirm(paymentId, good, stranger).expect(404);
    await caller(site.app).post(`/api/payments/${paymentId}/confirm`).expect(401);
    for (const confirmationToken of ['ctoken_unknown', 'pm_card_visa', 7]) {
      const { body } = await browser.post(`/api/payments/${paymentId}/confirm`, { confirmationToken }).expect(400);
      expect(body.errors).toHaveProperty('confirmationToken');
    }
    expect(await underWay()).toEqual([]);
  });
});

describe('declines', () => {
  it('stop at five, however many tries are sent at once to however many open payments', async () => {
    const payments = [await begin(browser, 0), await begin(browser, 1), await begin(browser, 2)];
    stripe.controls.change({ api: { delayMs: 5 } });
    for (let wave = 0; wave < 8; wave++) {
      const tries = Array.from({ length: 24 }, (_, at) => confirm(payments[at % 3]?.paymentId as number, declined));
      const answers = await Promise.all(tries);
      for (const { status } of answers) expect([200, 409, 429]).toContain(status);
    }
    expect(chargesOf(payments.map(({ intent }) => intent))).toHaveLength(5);
    const voteItems = [{ choiceId: topic.choices[3], rank: 1 }];
    const another = { topicId: topic.id, tier: 'top3', amount: '2.00', voteItems };
    expect((await browser.post('/api/create-vote-payment', another).expect(429)).body.code).toBe('paying_locked');
  });

  it('of one card stop at five over all accounts, and other cards go on', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, async () => signedIn(await createUser(db))));
    const open = await Promise.all(people.map(async (from) => ({ from, ...(await begin(from)) })));
    stripe.controls.change({ api: { delayMs: 5 } });
    for (let wave = 0; wave < 12; wave++) {
      await Promise.all(open.map(({ from, paymentId }) => confirm(paymentId, declined, from)));
    }
    expect(chargesOf(open.map(({ intent }) => intent))).toHaveLength(5);
    const newcomer = await signedIn(await createUser(db));
    const { paymentId } = await begin(newcomer);
    const { body, headers } = await confirm(paymentId, declined, newcomer).expect(429);
    expect(body.code).toBe('card_locked');
    expect(Number(headers['retry-after'])).toBeGreaterThan(3_500);
    expect((await confirm(paymentId, good, newcomer).expect(200)).body.payment.status).toBe('succeeded');
    await db('payments.cards').update({ locked_until: db.raw("now() - interval '1 second'") });
    const later = await signedIn(await createUser(db));
    expect((await confirm((await begin(later)).paymentId, declined, later).expect(200)).body.decline).toBe(
      'card_declined',
    );
  });

  it('count as the provider tells of them, before their job has its turn', async () => {
    const { intent } = await begin();
    for (let tries = 0; tries < 5; tries++) {
      expect(() => stripe.controls.confirm(intent, { card: declined })).toThrow();
    }
    const [failure] = [...stripe.books.events.newestFirst()].filter(
      ({ type }) => type === 'payment_intent.payment_failed',
    );
    const { body, signature } = stripe.signed(failure as object);
    await modules.payments.receiveEvent(Buffer.from(body), signature);
    expect(await db('payments.payments').where({ intent_id: intent }).first()).toMatchObject({ reason: 'locked' });
    expect(stripe.books.payment(intent)?.intent.status).toBe('canceled');
  });
});

describe('one at a time', () => {
  it('keeps a second try away, and ends what a process has left that died, once it is in the books', async () => {
    const { paymentId, intent } = await begin();
    expect(() => stripe.controls.confirm(intent, { card: declined })).toThrow();
    await db('payments.confirmations').insert({ payment_id: paymentId, user_id: user.id });
    const { body } = await confirm(paymentId, good).expect(409);
    expect(body.code).toBe('payment_in_progress');
    await db('payments.confirmations').update({ begun_at: db.raw("now() - interval '3 minutes'") });
    await confirm(paymentId, good).expect(200);
    expect(await db('payments.declines').where({ payment_id: paymentId })).toHaveLength(1);
    expect(await ballots()).toHaveLength(1);
  });

  it('stays so where the provider gives no answer: it may have charged the card', async () => {
    const { paymentId } = await begin();
    const confirmationToken = stripe.controls.enter(good);
    stripe.controls.change({ api: { failNext: 40 } });
    await browser.post(`/api/payments/${paymentId}/confirm`, { confirmationToken }).expect(503);
    stripe.controls.change({ api: { failNext: 0 } });
    expect(await underWay()).toEqual([]); // the card was not even read
    const broken = stripe.access.client.paymentIntents.confirm;
    stripe.access.client.paymentIntents.confirm = () => Promise.reject(new Error('connection lost'));
    await confirm(paymentId, good).expect(503);
    stripe.access.client.paymentIntents.confirm = broken;
    expect(await underWay()).toHaveLength(1);
    await confirm(paymentId, good).expect(409);
  });
});

describe('open payments', () => {
  it('are three at most: the oldest is taken back, at the provider too', async () => {
    const begun: { intent: string }[] = [];
    for (let choice = 0; choice < 5; choice++) begun.push(await begin(browser, choice));
    const status = () => begun.map(({ intent }) => stripe.books.payment(intent)?.intent.status === 'canceled');
    expect(status()).toEqual([true, true, false, false, false]);
    const [first] = await db('payments.payments').where({ user_id: user.id }).orderBy('id');
    expect(first).toMatchObject({ status: 'canceled', reason: 'abandoned' });
  });

  it('are three at most, whoever asks at the same time', async () => {
    const tries = topic.choices.slice(0, 10).map((choiceId) =>
      browser.post('/api/create-vote-payment', {
        ...{ topicId: topic.id, tier: 'top3', amount: '2.00', voteItems: [{ choiceId, rank: 1 }] },
      }),
    );
    await Promise.all(tries);
    const rows = await db('payments.payments').where({ user_id: user.id });
    expect(rows.length).toBeLessThanOrEqual(10);
    expect(rows.filter(({ status }) => status === 'open').length).toBeLessThanOrEqual(3);
    const intents = [...stripe.books.intents.newestFirst()].filter(({ metadata }) => metadata.topic === `${topic.id}`);
    expect(intents.filter(({ status }) => status !== 'canceled').length).toBeLessThanOrEqual(3);
  });
});
