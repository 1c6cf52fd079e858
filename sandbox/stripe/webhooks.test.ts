import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openShop, type Shop } from './shop.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sandbox-stripe-'));
let shop: Shop;
const pay = async ({ stripe, sandbox }: Shop = shop) => {
  const { id } = await stripe.paymentIntents.create({ amount: 1_000, currency: 'usd' });
  sandbox.controls.confirm(id, { card: '4242424242424242' });
  return id;
};
const ofPayment = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded'];

beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

describe('an event', () => {
  it('is delivered with a signature that the official client accepts', async () => {
    const id = await pay();
    expect((await shop.events(3)).toSorted()).toEqual(ofPayment.toSorted());
    const succeeded = shop.received.find(({ type }) => type === 'payment_intent.succeeded');
    expect(succeeded).toMatchObject({
      object: 'event',
      api_version: '2026-10-28.endive',
      livemode: false,
      pending_webhooks: 1,
      data: { object: { id, status: 'succeeded' } },
    });
    expect(shop.received.find(({ type }) => type === 'payment_intent.created')?.data.object).toMatchObject({
      status: 'requires_payment_method',
    });
  });

  it('is delivered again until it is accepted', async () => {
    shop.refuse(1);
    await shop.stripe.paymentIntents.create({ amount: 1_000, currency: 'usd' });
    expect((await shop.stripe.events.list({ delivery_success: false })).data).toHaveLength(1);
    expect(await shop.events(1)).toEqual(['payment_intent.created']);
    await expect.poll(async () => (await shop.stripe.events.list({ delivery_success: true })).data.length).toBe(1);
  });

  it('can be withheld, and delivered in another order', async () => {
    const { controls } = shop.sandbox;
    controls.change({ webhooks: { withhold: true, order: 'reversed' } });
    await pay();
    expect(shop.received).toEqual([]);
    expect(await controls.deliver()).toEqual({ sent: 3, accepted: 3 });
    expect(await shop.events(3)).toEqual(ofPayment.toReversed());
    expect(await controls.deliver()).toEqual({ sent: 0, accepted: 0 });
  });

  it('can come several times, and again by its id', async () => {
    const { controls } = shop.sandbox;
    controls.change({ webhooks: { repeat: 3 } });
    await shop.stripe.paymentIntents.create({ amount: 1_000, currency: 'usd' });
    await shop.events(3);
    controls.change({ webhooks: { repeat: 1 } });
    await controls.deliver([shop.received[0]?.id ?? '']);
    expect(new Set(shop.received.map(({ id }) => id)).size).toBe(1);
    expect(shop.received).toHaveLength(4);
  });

  it('can be late', async () => {
    shop.sandbox.controls.change({ webhooks: { delayMs: 60 } });
    const start = performance.now();
    await shop.stripe.paymentIntents.create({ amount: 1_000, currency: 'usd' });
    await shop.events(1);
    expect(performance.now() - start).toBeGreaterThan(55);
  });

  it('can be lost, and is found by who lists', async () => {
    shop.sandbox.controls.change({ webhooks: { lose: true } });
    const id = await pay();
    expect(await shop.sandbox.controls.deliver()).toEqual({ sent: 0, accepted: 0 });
    const types = ['payment_intent.succeeded', 'charge.succeeded'];
    const { data } = await shop.stripe.events.list({ types, delivery_success: false });
    expect(data.map(({ type }) => type)).toEqual(types);
    expect(data[0]?.data.object).toMatchObject({ id });
    expect(shop.received).toEqual([]);
  });

  it('is listed page by page, newest first', async () => {
    for (let payment = 0; payment < 4; payment++) await pay();
    const since = Math.floor(Date.now() / 1_000) - 60;
    const first = await shop.stripe.events.list({ limit: 5, created: { gte: since } });
    expect(first).toMatchObject({ has_more: true, data: { length: 5 } });
    const all: string[] = [];
    for await (const { id } of shop.stripe.events.list({ limit: 5 })) all.push(id);
    expect(new Set(all).size).toBe(12);
    expect(all.slice(0, 5)).toEqual(first.data.map(({ id }) => id));
    const before = await shop.stripe.events.list({ limit: 2, ending_before: all[5] });
    expect(before.data.map(({ id }) => id)).toEqual(all.slice(3, 5));
    expect((await shop.stripe.events.list({ created: { lt: since } })).data).toEqual([]);
    expect((await shop.stripe.events.list({ type: 'charge.succeeded' })).data).toHaveLength(4);
    expect(await shop.stripe.events.retrieve(all[0] ?? '')).toMatchObject({ id: all[0] });
  });
});

describe('the books', () => {
  it('survive a restart, with what is still to be delivered', async () => {
    const file = path.join(folder, 'stripe.json');
    const before = await openShop(file);
    const idempotencyKey = 'once';
    const create = ({ stripe }: Shop) =>
      stripe.paymentIntents.create({ amount: 900, currency: 'usd' }, { idempotencyKey });
    const kept = await create(before);
    await before.events(1);
    before.sandbox.controls.change({ webhooks: { withhold: true } });
    const paid = await pay(before);
    before.sandbox.controls.refund(paid, 100);
    await before.close();
    fs.appendFileSync(file, '["intents",{"id":"pi_cut o');

    const after = await openShop(file);
    expect((await create(after)).id).toBe(kept.id);
    expect(after.sandbox.books.payment(paid)).toMatchObject({
      intent: { status: 'succeeded' },
      charges: [{ amount_refunded: 100 }],
      refunds: [{ amount: 100 }],
    });
    expect(await after.sandbox.controls.deliver()).toEqual({ sent: 7, accepted: 7 });
    expect((await after.events(7)).slice(0, 3)).toEqual(ofPayment);
    await after.close();
  });
});

describe('the controls', () => {
  const post = async (path: string, body: object, headers = {}) => {
    const answer = await fetch(`${shop.url}/stripe/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  };

  it('do the same as JSON', async () => {
    const changed = await post('behaviour', { webhooks: { withhold: true }, processing: true });
    expect(changed.body).toMatchObject({ webhooks: { withhold: true, repeat: 1 }, processing: true });
    const { id } = await shop.stripe.paymentIntents.create({ amount: 1_000, currency: 'usd' });
    const paths = `payments/${id}`;
    expect((await post(`${paths}/confirm`, { card: '4242424242424242' })).body.status).toBe('processing');
    expect((await post(`${paths}/settle`, { outcome: 'succeeded' })).body.status).toBe('succeeded');
    expect((await post(`${paths}/refund`, { amount: 100 })).body.amount).toBe(100);
    expect((await post(`${paths}/dispute`, {})).body.status).toBe('needs_response');
    expect((await post(`${paths}/dispute/close`, { outcome: 'lost' })).body.status).toBe('lost');
    const books = await (await fetch(`${shop.url}/stripe/books`)).json();
    expect(books).toMatchObject([{ intent: { id }, charges: [{}], refunds: [{}], disputes: [{}] }]);
    const events = await (await fetch(`${shop.url}/stripe/events`)).json();
    expect((await post('deliver', {})).body).toEqual({ sent: events.length, accepted: events.length });
  });

  it('answer the bank for a buyer', async () => {
    const { id } = await shop.stripe.paymentIntents.create({ amount: 1_000, currency: 'usd' });
    const asked = await post(`payments/${id}/confirm`, { card: '4000002500003155' });
    expect(asked.body.status).toBe('requires_action');
    expect((await post(`payments/${id}/authenticate`, { outcome: 'complete' })).body.status).toBe('succeeded');
    expect((await post(`payments/${id}/authenticate`, { outcome: 'fail' })).status).toBe(400);
  });

  it('refuse what makes no sense, and other sites', async () => {
    expect((await post('behaviour', { webhooks: { repeat: 0 } })).status).toBe(400);
    expect((await post('behaviour', { weather: 'fine' })).status).toBe(400);
    expect((await post('payments/pi_none/settle', { outcome: 'failed' })).status).toBe(404);
    expect((await post('behaviour', {}, { Origin: 'http://elsewhere.example' })).status).toBe(403);
    const { id } = await shop.stripe.paymentIntents.create({ amount: 1_000, currency: 'usd' });
    const declined = await post(`payments/${id}/confirm`, { card: '4000000000000002' });
    expect(declined).toMatchObject({ status: 402, body: { error: { code: 'card_declined' } } });
  });
});
