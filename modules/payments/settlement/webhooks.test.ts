import supertest from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTopic } from '#tests/factories/topics.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { testSite } from '#tests/support/site.ts';
import { testStripe } from '#tests/support/stripe.ts';

/* What the provider tells by itself: taken when it proves itself, once, and found again when it never came. */

const stripe = await testStripe();
const site = await testSite({ stripe: stripe.access, poolMax: 10 });
const { db, modules } = site;

let user: TestUser;
let intent: string;
let paymentId: number;

beforeEach(async () => {
  user = await createUser(db);
  const { id: topicId, choices } = await createTopic(db);
  const input = { topicId, tier: 'top5' as const, amount: '3.00', currency: 'USD' as const };
  const voteItems = [{ choiceId: choices[0] as number, rank: 1 }];
  const begun = await modules.payments.begin(user, { ...input, voteItems }, 'en');
  intent = begun.clientSecret.split('_secret_')[0] as string;
  paymentId = begun.paymentId;
});

const pay = () => stripe.controls.confirm(intent, { card: '4242424242424242' });
/** The newest event of a kind about this payment's intent. */
const event = (type: string) => {
  const found = [...stripe.books.events.newestFirst()].find(
    (candidate) => candidate.type === type && JSON.stringify(candidate).includes(intent),
  );
  if (!found) throw new Error(`no ${type}`);
  return found;
};
const post = ({ body, signature }: { body: string; signature: string }) =>
  // As a machine sends it: bytes, no cookie, whatever the origin.
  supertest(site.app)
    .post('/api/webhooks/stripe')
    .set('Content-Type', 'application/json; charset=utf-8')
    .set('Stripe-Signature', signature)
    .set('Origin', 'https://hooks.stripe.example')
    .send(body);
const traces = async () => ({
  events: Number((await db('payments.events').count({ n: '*' }))[0]?.n),
  jobs: Number((await db('platform.outbox').where({ job: 'payments.settle' }).count({ n: '*' }))[0]?.n),
  ballots: Number((await db('voting.ballots').count({ n: '*' }))[0]?.n),
});
const statusOf = async (id = paymentId) => (await db('payments.payments').where({ id }).first('status')).status;

describe('a webhook', () => {
  it('is recorded once and followed by one job, however often it comes', async () => {
    pay();
    const before = await traces();
    const message = stripe.signed(event('payment_intent.succeeded'));
    await Promise.all(Array.from({ length: 6 }, () => post(message).expect(200)));
    await post(message).expect(200);
    expect(await traces()).toEqual({ ...before, events: before.events + 1, jobs: before.jobs + 1 });
    await site.work();
    expect(await statusOf()).toBe('succeeded');
    await post(message).expect(200);
    expect(await traces()).toEqual({ events: before.events + 1, jobs: before.jobs + 1, ballots: before.ballots + 1 });
  });

  it('is only a pointer: what it says of the payment is not believed', async () => {
    const claimed = structuredClone(event('payment_intent.created')) as unknown as {
      id: string;
      type: string;
      data: { object: { status: string } };
    };
    Object.assign(claimed, { id: 'evt_claims', type: 'payment_intent.succeeded' });
    claimed.data.object.status = 'succeeded';
    await post(stripe.signed(claimed)).expect(200);
    await site.work();
    expect(await statusOf()).toBe('open');
  });

  it.each([
    ['forged', () => stripe.signed(event('payment_intent.succeeded'), { secret: 'whsec_other' })],
    ['old', () => stripe.signed(event('payment_intent.succeeded'), { age: 301 })],
    [
      're-serialised',
      () => {
        const { body, signature } = stripe.signed(event('payment_intent.succeeded'));
        return { body: JSON.stringify(JSON.parse(body)), signature };
      },
    ],
    ['unsigned', () => ({ ...stripe.signed(event('payment_intent.succeeded')), signature: '' })],
    ['malformed', () => ({ body: '{', signature: 't=1,v1=0' })],
  ])('that is %s is refused and leaves no row', async (_what, message) => {
    pay();
    const before = await traces();
    const { body } = await post(message()).expect(400);
    expect(body.code).toBe('signature_invalid');
    expect(await traces()).toEqual(before);
  });

  it('that is almost too old is taken', async () => {
    pay();
    await post(stripe.signed(event('payment_intent.succeeded'), { age: 295 })).expect(200);
    await site.work();
    expect(await statusOf()).toBe('succeeded');
  });

  it.each([
    ['of another shop on the account', { data: { object: { id: 'pi_foreign', object: 'payment_intent' } } }],
    ['of real money', { livemode: true }],
    ['of no interest', { type: 'payment_intent.created' }],
    ['about something else', { data: { object: { id: 'cus_1', object: 'customer' } } }],
  ])('%s is taken and leaves no row', async (_what, change) => {
    pay();
    const before = await traces();
    await post(stripe.signed({ ...event('payment_intent.succeeded'), ...change })).expect(200);
    expect(await traces()).toEqual(before);
  });

  it('may be as large as the provider makes it, and no larger', async () => {
    const big = (bytes: number) => stripe.signed({ ...event('payment_intent.created'), padding: 'x'.repeat(bytes) });
    await post(big(200_000)).expect(200);
    await post(big(600_000)).expect(413);
  });
});

describe('every kind of event', () => {
  it('brings the payment to where the provider has it', async () => {
    const tell = async (type: string) => {
      await post(stripe.signed(event(type))).expect(200);
      await site.work();
      return statusOf();
    };
    expect(() => stripe.controls.confirm(intent, { card: '4000000000000002' })).toThrow();
    expect(await tell('payment_intent.payment_failed')).toBe('open');
    expect(await db('payments.declines').where({ payment_id: paymentId })).toHaveLength(1);
    stripe.controls.change({ processing: true });
    pay();
    stripe.controls.change({ processing: false });
    expect(await tell('payment_intent.processing')).toBe('processing');
    stripe.controls.settle(intent, 'succeeded');
    expect(await tell('payment_intent.succeeded')).toBe('succeeded');
    stripe.controls.dispute(intent);
    expect(await tell('charge.dispute.created')).toBe('disputed');
    stripe.controls.closeDispute(intent, 'won');
    expect(await tell('charge.dispute.closed')).toBe('succeeded');
    stripe.controls.refund(intent);
    expect(await tell('charge.refunded')).toBe('refunded');
  });

  it('tells of an intent that was canceled at the provider', async () => {
    await stripe.access.client.paymentIntents.cancel(intent);
    await post(stripe.signed(event('payment_intent.canceled'))).expect(200);
    await site.work();
    expect(await statusOf()).toBe('canceled');
  });
});

describe('a webhook that never came', () => {
  it('is found in the provider’s list', async () => {
    pay();
    await modules.payments.pullEvents();
    await site.work();
    expect(await statusOf()).toBe('succeeded');
    const before = await traces();
    await modules.payments.pullEvents();
    await post(stripe.signed(event('payment_intent.succeeded'))).expect(200);
    expect(await traces()).toEqual(before);
  });

  it('is made up for after two minutes even if the list is silent', async () => {
    pay();
    const look = async () => {
      await modules.payments.reconcile();
      await site.work();
      return statusOf();
    };
    expect(await look()).toBe('open');
    const { wait } = await db('payments.payments')
      .where({ id: paymentId })
      .first(db.raw('extract(epoch from look_at - created_at)::int as wait'));
    expect(wait).toBe(120);
    await db('payments.payments').where({ id: paymentId }).update({ look_at: db.fn.now() });
    expect(await look()).toBe('succeeded');
  });

  it('does not keep an attempt alive that nobody went on with', async () => {
    await db('payments.payments')
      .where({ id: paymentId })
      .update({ created_at: db.raw("now() - interval '25 hours'"), look_at: db.fn.now() });
    await modules.payments.reconcile();
    await site.work();
    expect(await db('payments.payments').where({ id: paymentId }).first()).toMatchObject({
      status: 'canceled',
      reason: 'abandoned',
      look_at: null,
    });
    expect(stripe.books.payment(intent)?.intent.status).toBe('canceled');
  });
});

describe('the schema', () => {
  it('keeps the ledger as it was written', async () => {
    pay();
    await modules.payments.settle(paymentId);
    for (const change of [
      'update payments.ledger set usd_cents = 1',
      'delete from payments.ledger',
      'truncate payments.ledger',
    ])
      await expect(db.raw(change)).rejects.toThrow('append-only');
  });

  it('holds ballots and succeeded payments one to one', async () => {
    pay();
    await modules.payments.settle(paymentId);
    const [ballot] = await db('voting.ballots').where({ payment_id: paymentId });
    const { id: _id, ...copy } = ballot;
    await expect(db('voting.ballots').insert(copy)).rejects.toThrow('ballots_one_paid');
    await expect(
      db('voting.ballots').where({ payment_id: paymentId }).update({ voided_at: db.fn.now(), void_reason: 'test' }),
    ).rejects.toThrow('has 0 counted ballots');
    await expect(db('payments.payments').where({ id: paymentId }).update({ status: 'refunded' })).rejects.toThrow(
      'has 1 counted ballots',
    );
    const { choices, id: topicId } = await createTopic(db);
    const free = { topic_id: topicId, user_id: user.id, tier: 3, ranking: choices.slice(0, 1) };
    await expect(db('voting.ballots').insert({ ...free, payment_id: paymentId })).rejects.toThrow();
    await expect(db('voting.ballots').insert({ ...free, usd_cents: 200 })).rejects.toThrow('ballots_price');
  });
});
