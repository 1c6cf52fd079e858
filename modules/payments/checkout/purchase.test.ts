import { beforeEach, describe, expect, it } from 'vitest';
import { tiers } from '#modules/voting/rules/tiers.ts';
import { currencies, decimalAmount } from '#src/shared/money.ts';
import { requestDeletion } from '#tests/factories/deletions.ts';
import { closeTopic, createTopic, setDates, type TestTopic } from '#tests/factories/topics.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { caller, testSite } from '#tests/support/site.ts';
import { testStripe } from '#tests/support/stripe.ts';
import type { Payment, VotePayment } from '../contract/index.ts';
import { priceOf } from '../rules/prices.ts';

/* Buying a ballot: from the payload to the counted ballot, and every way in which it may not come to that. */

const stripe = await testStripe();
const site = await testSite({ stripe: stripe.access, poolMax: 10 });
const { db, modules } = site;

let topic: TestTopic;
let user: TestUser;
let browser: ReturnType<typeof caller>;

const signedIn = async (who: TestUser) =>
  caller(site.app, { cookie: await site.cookieOf(who), ip: `10.2.0.${who.id % 250}` });

beforeEach(async () => {
  stripe.controls.change({ processing: false, api: { failNext: 0 } });
  topic = await createTopic(db);
  user = await createUser(db);
  browser = await signedIn(user);
});

const payload = (choices = topic.choices.slice(0, 2), extra: object = {}) => ({
  topicId: topic.id,
  tier: 'top3',
  amount: '2.00',
  voterEmail: '',
  voteItems: choices.map((choiceId, index) => ({ choiceId, rank: index + 1 })),
  ...extra,
});

const begin = async (body: object = payload(), from = browser): Promise<VotePayment & { intent: string }> => {
  const response = await from.post('/api/create-vote-payment', body).expect(200);
  return { ...response.body, intent: response.body.clientSecret.split('_secret_')[0] };
};
const settle = async (id: number): Promise<Payment> =>
  (await browser.post(`/api/payments/${id}/settle`).expect(200)).body;
const ballots = () => db('voting.ballots').where({ topic_id: topic.id }).whereNull('voided_at').orderBy('id');
const rowOf = (id: number) => db('payments.payments').where({ id }).first();
const letters = async () => {
  await site.deliver();
  return site.mails.filter((mail) => mail.to === user.email).map((mail) => mail.subject);
};
/** What the books say that the provider holds for us is what the counted ballots have earned. */
const booksAgree = async () => {
  const sum = async (query: string) => (await db.raw<{ rows: { cents: number }[] }>(query)).rows[0]?.cents;
  const held = `select coalesce(sum(case debit when 'provider' then usd_cents else -usd_cents end), 0)::bigint as cents from payments.ledger`;
  const earned = 'select coalesce(sum(usd_cents), 0)::bigint as cents from voting.ballots where voided_at is null';
  expect(await sum(held)).toBe(await sum(earned));
};

describe('a purchase', () => {
  it('counts the ballot that was paid for, at the time of the provider, with a receipt', async () => {
    const payment = await begin();
    expect(payment).toMatchObject({ amount: 200, currency: 'USD', publishableKey: 'pk_test_podium' });
    expect(await ballots()).toEqual([]);
    stripe.controls.confirm(payment.intent, { card: '4242424242424242' });
    expect(await settle(payment.paymentId)).toMatchObject({
      status: 'succeeded',
      cardBrand: 'visa',
      cardLast4: '4242',
    });
    const [ballot] = await ballots();
    const charge = stripe.books.payment(payment.intent)?.charges[0];
    expect(ballot).toMatchObject({
      user_id: user.id,
      tier: 3,
      ranking: topic.choices.slice(0, 2),
      payment_id: payment.paymentId,
      usd_cents: 200,
      counted_at: new Date((charge?.created ?? 0) * 1_000),
    });
    await settle(payment.paymentId);
    expect(await ballots()).toHaveLength(1);
    expect(await letters()).toEqual(['Your receipt from Podium: $2.00']);
    expect(site.mails[0]?.text).toContain('1. Choice 1\n2. Choice 2');
    await booksAgree();
  });

  it('can be made again and again, beside the free ballot', async () => {
    await modules.voting.castFreeBallot(user, { topicId: topic.id, tier: 'top3', ranking: topic.choices.slice(0, 1) });
    for (let copies = 0; copies < 2; copies++) {
      const payment = await begin();
      stripe.controls.confirm(payment.intent, { card: '4242424242424242' });
      await settle(payment.paymentId);
    }
    expect(await ballots()).toHaveLength(3);
    const { body: stats } = await browser.get(`/api/users/profile`).expect(200);
    expect(stats).toMatchObject({ totalVotes: 3, totalSpent: 400, avgVoteAmount: 133 });
    const { body: history } = await browser.get('/api/users/votes').expect(200);
    expect(
      history.items.map(({ isPaid, amount }: { isPaid: boolean; amount: number }) => [isPaid, amount]),
    ).toContainEqual([true, 200]);
  });

  it('earns its tier’s US cents, whatever it was paid in', async () => {
    const pieces = [
      ['top3', '1.70', 'EUR'],
      ['top3', '2.00', 'USD'],
      ['top10', '1100', 'JPY'],
    ] as const;
    for (const [tier, amount, currency] of pieces) {
      const payment = await begin(payload(undefined, { tier, amount, currency }));
      stripe.controls.confirm(payment.intent, { card: '4242424242424242' });
      await settle(payment.paymentId);
    }
    await closeTopic(db, topic.id);
    const { body } = await caller(site.app).get(`/api/topics/${topic.id}/stats`).expect(200);
    expect(body).toEqual({
      totalVotes: 3,
      totalRevenue: 1_400,
      tierBreakdown: [
        { tier: 'top3', count: 2, revenue: 400 },
        { tier: 'top5', count: 0, revenue: 0 },
        { tier: 'top10', count: 1, revenue: 1_000 },
      ],
      winners: [],
      winnerCount: 0,
      prizeTotal: 0,
    });
  });

  it.each(currencies)('is charged in %s as it is shown', async (currency) => {
    const buyer = await signedIn(await createUser(db));
    for (const tier of tiers) {
      const amount = decimalAmount(priceOf(tier, currency), currency);
      const { intent } = await begin(payload(undefined, { tier, currency, amount }), buyer);
      expect(stripe.books.payment(intent)?.intent).toMatchObject({
        amount: priceOf(tier, currency),
        currency: currency.toLowerCase(),
        payment_method_types: ['card'],
      });
    }
  });

  it('refuses another price than ours and says which it is', async () => {
    for (const amount of ['1.99', '0', '2.01', '200']) {
      const { body } = await browser.post('/api/create-vote-payment', payload(undefined, { amount })).expect(409);
      expect(body).toMatchObject({ code: 'price_changed', details: { amount: '2.00', currency: 'USD' } });
    }
    await browser.post('/api/create-vote-payment', payload(undefined, { amount: '2.00', currency: 'EUR' })).expect(409);
    for (const amount of ['2', '2.0', '2.00', '2.000']) await begin(payload(undefined, { amount }));
    expect(await db('payments.payments').where({ user_id: user.id })).toHaveLength(1);
  });

  it.each([
    ['a rank that is missing', { voteItems: [{ choiceId: 1, rank: 2 }] }, 'voteItems'],
    ['more places than the tier has', { voteItems: [1, 2, 3, 4].map((n) => ({ choiceId: n, rank: n })) }, 'voteItems'],
    ['an amount that is no number', { amount: '2,00' }, 'amount'],
    ['an unknown currency', { currency: 'XTS' }, 'currency'],
    ['a field of its own', { price: 1 }, 'price'],
  ])('refuses %s', async (_what, extra, field) => {
    const { body } = await browser.post('/api/create-vote-payment', payload(undefined, extra)).expect(400);
    expect(body.errors).toHaveProperty(field);
  });

  it('is for those who are signed in, and not for admins', async () => {
    await caller(site.app).post('/api/create-vote-payment', payload()).expect(401);
    const admin = await signedIn(await createUser(db, { role: 'admin' }));
    expect((await admin.post('/api/create-vote-payment', payload()).expect(403)).body.code).toBe('admins_cannot_vote');
  });

  it('begins only while the topic takes such a ballot', async () => {
    const elsewhere = await createTopic(db);
    const refused = async (body: object) => (await browser.post('/api/create-vote-payment', body)).body.code;
    expect(await refused(payload(elsewhere.choices.slice(0, 1)))).toBe('invalid');
    expect(await refused({ ...payload(), topicId: 999_999 })).toBe('not_found');
    await closeTopic(db, topic.id);
    expect(await refused(payload())).toBe('voting_closed');
    const early = await createTopic(db, { opensIn: 3_600, closesIn: 7_200 });
    expect(await refused({ ...payload(early.choices.slice(0, 1)), topicId: early.id })).toBe('voting_not_open');
    expect(await db('payments.payments').where({ user_id: user.id })).toEqual([]);
  });

  it('is one and the same in a second tab, and another for another ranking', async () => {
    const tabs = await Promise.all(Array.from({ length: 8 }, () => begin()));
    expect(new Set(tabs.map(({ clientSecret }) => clientSecret)).size).toBe(1);
    const other = await begin(payload(topic.choices.slice(0, 2).reverse()));
    expect(other.intent).not.toBe(tabs[0]?.intent);
    expect(await db('payments.payments').where({ user_id: user.id })).toHaveLength(2);
  });

  it('begins anew where the identical one was paid meanwhile', async () => {
    const first = await begin();
    stripe.controls.confirm(first.intent, { card: '4242424242424242' });
    const second = await begin();
    expect(second.intent).not.toBe(first.intent);
    expect(await ballots()).toHaveLength(1);
  });

  it('says so when the provider is away, and can be tried again', async () => {
    stripe.controls.change({ api: { failNext: 3 } });
    const { body } = await browser.post('/api/create-vote-payment', payload()).expect(503);
    expect(body).toMatchObject({ code: 'payment_unavailable', message: 'Failed to create payment. Please try again.' });
    expect(body).not.toHaveProperty('details');
    await begin();
  });

  it('is nobody else’s', async () => {
    const { paymentId } = await begin();
    const stranger = await signedIn(await createUser(db));
    await stranger.get(`/api/payments/${paymentId}`).expect(404);
    await stranger.post(`/api/payments/${paymentId}/settle`).expect(404);
    expect((await browser.get(`/api/payments/${paymentId}`).expect(200)).body).toMatchObject({ status: 'open' });
  });
});

describe('the limits', () => {
  it('let ten attempts through in an hour, whoever asks at the same time', async () => {
    const pairs = topic.choices.slice(0, 12).map((choice) => payload([choice]));
    const ask = (body: object) => browser.post('/api/create-vote-payment', body);
    await Promise.all(pairs.map(ask));
    for (const choice of topic.choices.slice(0, 12)) await ask(payload([choice], { tier: 'top5', amount: '3.00' }));
    expect(await db('payments.payments').where({ user_id: user.id })).toHaveLength(10);
    const refused = await ask(payload(topic.choices.slice(3, 5))).expect(429);
    expect(refused.body.code).toBe('too_many_payments');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
    await db('payments.payments')
      .where({ user_id: user.id })
      .update({ created_at: db.raw("now() - interval '61 minutes'") });
    await begin(payload(topic.choices.slice(3, 5)));
  });

  it('lock paying after five declines in a row, and take the open payments back', async () => {
    const payment = await begin();
    const other = await begin(payload(topic.choices.slice(4, 6)));
    const decline = () => expect(() => stripe.controls.confirm(payment.intent, { card: '4000000000000002' })).toThrow();
    for (let declines = 0; declines < 4; declines++) decline();
    expect(await settle(payment.paymentId)).toMatchObject({ status: 'open' });
    expect(await settle(payment.paymentId)).toMatchObject({ status: 'open' });
    decline();
    expect(await settle(payment.paymentId)).toMatchObject({ status: 'canceled', reason: 'locked' });
    expect(stripe.books.payment(payment.intent)?.intent.status).toBe('canceled');
    const { body, headers } = await browser.post('/api/create-vote-payment', payload()).expect(429);
    expect(body.code).toBe('paying_locked');
    expect(body.message).toContain('60 min');
    expect(Number(headers['retry-after'])).toBeGreaterThan(3_500);
    await modules.payments.reconcile();
    await site.work();
    expect(await rowOf(other.paymentId)).toMatchObject({ status: 'canceled', reason: 'locked' });
    await db('payments.buyers')
      .where({ user_id: user.id })
      .update({ locked_until: db.raw("now() - interval '1 second'") });
    await begin();
  });

  it('count declines in a row only: a success begins a new row', async () => {
    const decline = (intent: string) =>
      expect(() => stripe.controls.confirm(intent, { card: '4000000000009995' })).toThrow();
    const first = await begin();
    for (let declines = 0; declines < 4; declines++) decline(first.intent);
    await settle(first.paymentId);
    stripe.controls.confirm(first.intent, { card: '4242424242424242' });
    expect(await settle(first.paymentId)).toMatchObject({ status: 'succeeded' });
    const second = await begin();
    for (let declines = 0; declines < 4; declines++) decline(second.intent);
    expect(await settle(second.paymentId)).toMatchObject({ status: 'open' });
  });
});

describe('a payment that comes late', () => {
  it('counts when the provider dates it before the close', async () => {
    const payment = await begin();
    stripe.controls.confirm(payment.intent, { card: '4242424242424242' });
    await closeTopic(db, topic.id);
    expect(await settle(payment.paymentId)).toMatchObject({ status: 'succeeded' });
    expect(await ballots()).toHaveLength(1);
  });

  it('goes back when the provider dates it after the close, and the buyer is told', async () => {
    const payment = await begin();
    await setDates(db, topic.id, { end: "clock_timestamp() - interval '2 seconds'" });
    stripe.controls.confirm(payment.intent, { card: '4242424242424242' });
    expect(await settle(payment.paymentId)).toMatchObject({ status: 'refunded', reason: 'late' });
    expect(await ballots()).toEqual([]);
    expect(stripe.books.payment(payment.intent)?.refunds).toMatchObject([{ amount: 200 }]);
    expect(await letters()).toEqual(['Your payment of $2.00 goes back to your card']);
    await booksAgree();
  });

  it('goes back when the topic was finalized before it was known', async () => {
    const payment = await begin();
    stripe.controls.confirm(payment.intent, { card: '4242424242424242' });
    await setDates(db, topic.id, { end: "clock_timestamp() + interval '1 second'" });
    await db('voting.topics').where({ id: topic.id }).update({ results_finalized: true });
    expect(await settle(payment.paymentId)).toMatchObject({ status: 'refunded', reason: 'late' });
  });

  it('is taken back at the close while it is open', async () => {
    const payment = await begin();
    await closeTopic(db, topic.id);
    await modules.payments.reconcile();
    await site.work();
    expect(await rowOf(payment.paymentId)).toMatchObject({ status: 'canceled', reason: 'late' });
    expect(stripe.books.payment(payment.intent)?.intent.status).toBe('canceled');
    expect(() => stripe.controls.confirm(payment.intent, { card: '4242424242424242' })).toThrow();
  });
});

describe('a cancelled topic', () => {
  it('gives every payment back and takes no more', async () => {
    const paid = await begin();
    stripe.controls.confirm(paid.intent, { card: '4242424242424242' });
    await settle(paid.paymentId);
    const open = await begin(payload(topic.choices.slice(5, 6)));
    await modules.voting.cancelTopic(topic.id);
    await site.work();
    expect(await rowOf(paid.paymentId)).toMatchObject({ status: 'refunded', reason: 'topic_cancelled' });
    expect(await rowOf(open.paymentId)).toMatchObject({ status: 'canceled', reason: 'topic_cancelled' });
    expect(await ballots()).toEqual([]);
    const { body } = await browser.post('/api/create-vote-payment', payload()).expect(409);
    expect(body.code).toBe('topic_cancelled');
    await expect(
      modules.voting.castFreeBallot(user, { topicId: topic.id, tier: 'top3', ranking: topic.choices.slice(0, 1) }),
    ).rejects.toMatchObject({ code: 'topic_cancelled' });
    expect((await letters())[0]).toContain('goes back to your card');
    await booksAgree();
  });

  it('cannot be cancelled once its results are final', async () => {
    await db('voting.topics').where({ id: topic.id }).update({ results_finalized: true });
    await expect(modules.voting.cancelTopic(topic.id)).rejects.toMatchObject({ code: 'topic_finalized' });
    await expect(modules.voting.cancelTopic(999_999)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a payment that is open when its buyer is erased', () => {
  const erase = async () => {
    const id = await requestDeletion(db, user.id);
    const admin = await signedIn(await createUser(db, { role: 'admin' }));
    await admin.post(`/api/admin/account-actions/${id}/decide`, { approved: true }).expect(200);
  };

  it('is taken back at the provider', async () => {
    const payment = await begin();
    await erase();
    await site.work();
    expect(await rowOf(payment.paymentId)).toMatchObject({ status: 'canceled', reason: 'erased' });
    expect(stripe.books.payment(payment.intent)?.intent.status).toBe('canceled');
  });

  it('goes back where its success was on the way', async () => {
    const payment = await begin();
    stripe.controls.confirm(payment.intent, { card: '4242424242424242' });
    await erase();
    await site.work();
    expect(await rowOf(payment.paymentId)).toMatchObject({ status: 'refunded', reason: 'erased' });
    expect(await ballots()).toEqual([]);
    await booksAgree();
  });
});

describe('what happens to the money afterwards', () => {
  const bought = async () => {
    const payment = await begin();
    stripe.controls.confirm(payment.intent, { card: '4242424242424242' });
    await settle(payment.paymentId);
    return payment;
  };

  it('voids the ballot of a refund, and completes one in part', async () => {
    const whole = await bought();
    stripe.controls.refund(whole.intent);
    expect(await settle(whole.paymentId)).toMatchObject({ status: 'refunded', reason: 'provider' });
    const part = await bought();
    stripe.controls.refund(part.intent, 50);
    expect(await settle(part.paymentId)).toMatchObject({ status: 'refunded', reason: 'provider' });
    expect(
      stripe.books
        .payment(part.intent)
        ?.refunds.map(({ amount }) => amount)
        .sort(),
    ).toEqual([150, 50]);
    expect(await ballots()).toEqual([]);
    await booksAgree();
  });

  it('voids the ballot of a dispute, and counts it again when the dispute is won', async () => {
    const payment = await bought();
    stripe.controls.dispute(payment.intent);
    expect(await settle(payment.paymentId)).toMatchObject({ status: 'disputed' });
    expect(await ballots()).toEqual([]);
    await booksAgree();
    stripe.controls.closeDispute(payment.intent, 'won');
    expect(await settle(payment.paymentId)).toMatchObject({ status: 'succeeded' });
    expect(await ballots()).toHaveLength(1);
    await booksAgree();
  });

  it('stays with a dispute that is lost', async () => {
    const payment = await bought();
    stripe.controls.dispute(payment.intent);
    stripe.controls.closeDispute(payment.intent, 'lost');
    expect(await settle(payment.paymentId)).toMatchObject({ status: 'disputed' });
    expect(await ballots()).toEqual([]);
    await booksAgree();
  });

  it('counts again when a refund at the provider fails', async () => {
    const payment = await bought();
    const refund = stripe.controls.refund(payment.intent);
    await settle(payment.paymentId);
    stripe.controls.failRefund(refund.id);
    expect(await settle(payment.paymentId)).toMatchObject({ status: 'succeeded' });
    expect(await ballots()).toHaveLength(1);
    await booksAgree();
  });

  it('changes nothing of a finalized topic, and is shown to admins', async () => {
    const payment = await bought();
    await db('voting.topics').where({ id: topic.id }).update({ results_finalized: true });
    stripe.controls.refund(payment.intent);
    expect(await settle(payment.paymentId)).toMatchObject({ status: 'refunded' });
    expect(await ballots()).toHaveLength(1);
    expect(await db('payments.discrepancies').where({ payment_id: payment.paymentId })).toMatchObject([
      { kind: 'after_finalization' },
    ]);
  });
});

describe('what does not fit', () => {
  it.each([
    ['amount', { amount: 201 }],
    ['currency', { currency: 'EUR' }],
    ['site', { site: 'elsewhere.example' }],
  ])('in %s is refunded and reported', async (what, change) => {
    const payment = await begin();
    await db('payments.payments').where({ id: payment.paymentId }).update(change);
    stripe.controls.confirm(payment.intent, { card: '4242424242424242' });
    expect(await settle(payment.paymentId)).toMatchObject({ status: 'refunded', reason: 'mismatch' });
    expect(await ballots()).toEqual([]);
    expect(await db('payments.discrepancies').where({ payment_id: payment.paymentId })).toMatchObject([
      { kind: 'mismatch', detail: expect.stringContaining(what) },
    ]);
  });
});

describe('the return from an authentication', () => {
  const back = ({ intent, clientSecret }: { intent: string; clientSecret: string }) =>
    `/api/payments/return?payment_intent=${intent}&payment_intent_client_secret=${clientSecret}&redirect_status=succeeded`;

  it('settles and goes on to the results without what the provider appended', async () => {
    const payment = await begin();
    stripe.controls.confirm(payment.intent, { card: '4000002500003155', authenticate: 'complete' });
    const { headers } = await browser.get(back(payment)).expect(303);
    expect(headers.location).toBe(`http://podium.test/results/${topic.id}?payment=${payment.paymentId}`);
    expect(await ballots()).toHaveLength(1);
  });

  it('goes back to the ballot where it failed', async () => {
    const payment = await begin();
    try {
      stripe.controls.confirm(payment.intent, { card: '4000002500003155', authenticate: 'fail' });
    } catch {
      // refused, as it should be
    }
    const { headers } = await browser.get(back(payment)).expect(303);
    expect(headers.location).toBe(`http://podium.test/vote/${topic.id}?payment=failed`);
    expect(await ballots()).toEqual([]);
  });

  it('tells nothing to who does not know the secret', async () => {
    const payment = await begin();
    const stranger = await signedIn(await createUser(db));
    for (const other of [stranger, caller(site.app)]) {
      await other.get(back({ ...payment, clientSecret: 'pi_guess' })).expect(404);
      await other.get(back({ intent: 'pi_unknown', clientSecret: 'x' })).expect(404);
      await other.get(back(payment)).expect(303);
      await other.get('/api/payments/return').expect(400);
    }
  });

  it('never says that nothing was charged when the provider could not be asked', async () => {
    const payment = await begin();
    stripe.controls.confirm(payment.intent, { card: '4242424242424242' });
    stripe.controls.change({ api: { failNext: 3 } });
    const { headers } = await browser.get(back(payment)).expect(303);
    expect(headers.location).toBe(`http://podium.test/results/${topic.id}?payment=${payment.paymentId}`);
    stripe.controls.change({ api: { failNext: 3 } });
    expect((await browser.post(`/api/payments/${payment.paymentId}/settle`).expect(503)).body.code).toBe('unavailable');
    expect(await settle(payment.paymentId)).toMatchObject({ status: 'succeeded' });
  });
});
