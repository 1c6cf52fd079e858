import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { authenticationFailed } from './payments.ts';
import { keys, openShop } from './shop.ts';

const { sandbox, stripe, url, close } = await openShop();
const { controls } = sandbox;
afterAll(close);

let intent: Stripe.Response<Stripe.PaymentIntent>;
const create = (more: Partial<Stripe.PaymentIntentCreateParams> = {}, options: Stripe.RequestOptions = {}) =>
  stripe.paymentIntents.create(
    { amount: 500, currency: 'usd', allowed_payment_method_types: ['card'], metadata: { order: '7' }, ...more },
    options,
  );
const typesOf = async () => {
  const { data } = await stripe.events.list({ limit: 10 });
  return data
    .filter(({ data: { object } }) => 'id' in object && JSON.stringify(object).includes(intent.id))
    .map(({ type }) => type)
    .reverse();
};
/** As Stripe.js in a buyer's browser. */
const asBuyer = async (path: string, parameters: Record<string, string>, method = 'POST') => {
  const body = new URLSearchParams({ key: keys.publishableKey, ...parameters });
  const answer = await fetch(method === 'GET' ? `${url}${path}?${body}` : `${url}${path}`, {
    method,
    ...(method === 'POST' && { body }),
  });
  return { status: answer.status, body: await answer.json() };
};

beforeEach(async () => {
  intent = await create();
});

describe('a payment that only the shop confirms', () => {
  const card = {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242424242424242',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2040',
    'payment_method_data[card][cvc]': '123',
  };
  const enter = async (number = '4242424242424242') => {
    const parameters = { ...card, 'payment_method_data[card][number]': number };
    return (await asBuyer('/v1/confirmation_tokens', parameters)).body.id as string;
  };
  beforeEach(async () => {
    intent = await create({ confirmation_method: 'manual' });
  });

  it('takes no buyer’s word for it', async () => {
    const own = { ...card, client_secret: intent.client_secret as string };
    const { status, body } = await asBuyer(`/v1/payment_intents/${intent.id}/confirm`, own);
    expect(status).toBe(400);
    expect(body.error.code).toBe('payment_intent_unexpected_state');
  });

  it('is paid with the token of what the buyer has entered, once', async () => {
    const token = await enter();
    const { payment_method_preview: preview } = await stripe.confirmationTokens.retrieve(token);
    expect(preview?.card).toMatchObject({ last4: '4242', fingerprint: expect.any(String) });
    const paid = await stripe.paymentIntents.confirm(intent.id, { confirmation_token: token });
    expect(paid.status).toBe('succeeded');
    expect((await stripe.confirmationTokens.retrieve(token)).payment_intent).toBe(intent.id);
    const other = await create({ confirmation_method: 'manual' });
    const again = stripe.paymentIntents.confirm(other.id, { confirmation_token: token });
    await expect(again).rejects.toMatchObject({ statusCode: 400 });
    await expect(stripe.confirmationTokens.retrieve('ctoken_none')).rejects.toMatchObject({ statusCode: 404 });
  });

  it('is charged only when the shop confirms again after the bank has asked', async () => {
    const token = await enter('4000002760003184');
    const asked = await stripe.paymentIntents.confirm(intent.id, { confirmation_token: token, use_stripe_sdk: true });
    expect(asked.status).toBe('requires_action');
    controls.authenticate(intent.id, 'complete');
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_confirmation',
      latest_charge: null,
    });
    expect((await stripe.paymentIntents.confirm(intent.id)).status).toBe('succeeded');
  });
});

describe('a payment', () => {
  it('is created with what the shop says', async () => {
    expect(intent).toMatchObject({
      amount: 500,
      currency: 'usd',
      status: 'requires_payment_method',
      metadata: { order: '7' },
      payment_method_types: ['card'],
      allowed_payment_method_types: ['card'],
      livemode: false,
      latest_charge: null,
      last_payment_error: null,
      next_action: null,
    });
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_`));
    expect(intent.lastResponse.requestId).toMatch(/^req_/);
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ id: intent.id });
  });

  it.each([
    [{ payment_method_types: ['card'] }, 'payment_method_types_no_longer_supported'],
    [{ colour: 'red' }, 'parameter_unknown'],
    [{ amount: undefined }, 'parameter_missing'],
    [{ amount: 49 }, 'amount_too_small'],
    [{ amount: 49, currency: 'jpy' }, 'amount_too_small'],
    [{ amount: 100_000_000 }, 'amount_too_large'],
    [{ amount: 5.5 }, 'parameter_invalid_integer'],
  ])('is refused with %j: %s', async (wrong, code) => {
    const refused = create(wrong as Partial<Stripe.PaymentIntentCreateParams>);
    await expect(refused).rejects.toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, code });
  });

  it('is created once for a key, also at the same time', async () => {
    const idempotencyKey = randomUUID();
    controls.change({ api: { delayMs: 20 } });
    const all = await Promise.all([1, 2, 3].map(() => create({}, { idempotencyKey })));
    controls.change({ api: { delayMs: 0 } });
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    const again = await create({}, { idempotencyKey });
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    await expect(create({ amount: 600 }, { idempotencyKey })).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
  });

  it('can be found again by those who list', async () => {
    for (const amount of [501, 502, 503]) await create({ amount });
    const page = await stripe.paymentIntents.list({ limit: 2, created: { gte: intent.created } });
    expect(page).toMatchObject({ has_more: true, data: [{ amount: 503 }, { amount: 502 }] });
    const amounts: number[] = [];
    for await (const { id, amount } of stripe.paymentIntents.list({ limit: 2 })) {
      amounts.push(amount);
      if (id === intent.id) break;
    }
    expect(amounts).toEqual([503, 502, 501, 500]);
  });

  it('can be canceled until it has succeeded', async () => {
    const canceled = await stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    expect(await typesOf()).toEqual(['payment_intent.created', 'payment_intent.canceled']);
    const paid = await create();
    controls.confirm(paid.id, { card: '4242424242424242' });
    await expect(stripe.paymentIntents.cancel(paid.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { id: paid.id, status: 'succeeded' },
    });
  });

  it('is known only to who has the keys', async () => {
    const path = `/v1/payment_intents/${intent.id}`;
    expect((await fetch(`${url}${path}`)).status).toBe(401);
    const headers = { Authorization: `Basic ${btoa(`${keys.secretKey}:`)}` };
    expect((await fetch(`${url}${path}`, { headers })).status).toBe(200);
    expect((await fetch(`${url}${path}`, { headers: { Authorization: 'Bearer sk_test_other' } })).status).toBe(401);
    expect((await asBuyer(path, { client_secret: 'guessed' }, 'GET')).status).toBe(404);
    const seen = await asBuyer(path, { client_secret: intent.client_secret ?? '' }, 'GET');
    expect(seen).toMatchObject({ status: 200, body: { id: intent.id, amount: 500 } });
    expect(seen.body).not.toHaveProperty('metadata');
    expect((await asBuyer('/v1/refunds', { payment_intent: intent.id })).body.error.code).toBe('secret_key_required');
    await expect(stripe.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({ code: 'resource_missing' });
  });
});

describe('a card', () => {
  it('pays from the browser', async () => {
    const { status, body } = await asBuyer(`/v1/payment_intents/${intent.id}/confirm`, {
      client_secret: intent.client_secret ?? '',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '4',
      'payment_method_data[card][exp_year]': String(new Date().getFullYear() + 1).slice(2),
      'payment_method_data[card][cvc]': '123',
    });
    expect({ status, state: body.status }).toEqual({ status: 200, state: 'succeeded' });
    const paid = await stripe.paymentIntents.retrieve(intent.id, {
      expand: ['latest_charge.refunds', 'payment_method'],
    });
    expect(paid).toMatchObject({
      amount_received: 500,
      latest_charge: {
        status: 'succeeded',
        paid: true,
        metadata: { order: '7' },
        payment_method_details: { card: { brand: 'visa', last4: '4242', country: 'US', three_d_secure: null } },
        refunds: { data: [] },
      },
      payment_method: { card: { last4: '4242' } },
    });
    expect(await typesOf()).toEqual(['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']);
  });

  it('has the same fingerprint each time, another card another one', async () => {
    const fingerprintOf = async (card: string) => {
      const { id } = await create();
      controls.confirm(id, { card });
      const { data } = await stripe.charges.list({ payment_intent: id });
      return data[0]?.payment_method_details?.card?.fingerprint;
    };
    const first = await fingerprintOf('4242 4242 4242 4242');
    expect(first).toMatch(/^\w{16}$/);
    expect(await fingerprintOf('4242424242424242')).toBe(first);
    expect(await fingerprintOf('5555555555554444')).not.toBe(first);
  });

  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000000069', 'expired_card', undefined],
    ['4000000000000127', 'incorrect_cvc', undefined],
    ['4532015112830366', 'card_declined', 'test_mode_live_card'],
  ])('%s is declined: %s, %s', async (card, code, declineCode) => {
    expect(() => controls.confirm(intent.id, { card })).toThrow();
    const declined = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(declined).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { type: 'card_error', code, payment_method: { card: { last4: card.slice(-4) } } },
      latest_charge: { status: 'failed', failure_code: code, outcome: { type: 'issuer_declined' } },
    });
    expect(declined.last_payment_error?.decline_code).toBe(declineCode);
    expect(await typesOf()).toEqual(['payment_intent.created', 'charge.failed', 'payment_intent.payment_failed']);
    expect(controls.confirm(intent.id, { card: '5555555555554444' }).status).toBe('succeeded');
  });

  it('is declined in the words of the API', async () => {
    const refused = stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa_chargeDeclined' });
    await expect(refused).rejects.toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
      payment_intent: { id: intent.id },
    });
  });

  it.each(['4000002500003155', '4000002760003184'])('%s asks its owner', async (card) => {
    expect(controls.confirm(intent.id, { card })).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
    });
    const failed = controls.confirm(intent.id, { card, authenticate: 'fail' });
    expect(failed).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure', message: authenticationFailed },
    });
    expect(controls.confirm(intent.id, { card, authenticate: 'complete' }).status).toBe('succeeded');
    const { data } = await stripe.charges.list({ payment_intent: intent.id });
    expect(data).toHaveLength(1);
    expect(data[0]?.payment_method_details?.card?.three_d_secure?.result).toBe('authenticated');
  });

  it('sends its owner to the bank and back', async () => {
    controls.change({ authentication: 'redirect' });
    const asked = controls.confirm(intent.id, { card: '4000002500003155', returnUrl: 'http://shop.example/paid?a=b' });
    controls.change({ authentication: 'dialog' });
    expect(asked.next_action).toMatchObject({ type: 'redirect_to_url' });
    const answer = await fetch(`${url}/stripe/authenticate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ payment_intent: intent.id, client_secret: intent.client_secret, outcome: 'complete' }),
    });
    const back = new URL((await answer.json()).return_url);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      a: 'b',
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: 'succeeded',
    });
  });

  it('may leave the payment processing until it is let go', async () => {
    controls.change({ processing: true });
    expect(controls.confirm(intent.id, { card: '4242424242424242' }).status).toBe('processing');
    const other = await create();
    controls.confirm(other.id, { card: '4242424242424242' });
    controls.change({ processing: false });
    await expect(stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({ statusCode: 400 });
    expect(controls.settle(intent.id, 'succeeded').status).toBe('succeeded');
    expect(controls.settle(other.id, 'failed')).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined' },
    });
    const { data } = await stripe.charges.list({ payment_intent: intent.id });
    expect(data).toMatchObject([{ status: 'succeeded' }]);
  });
});

describe('the API', () => {
  it('fails as often as asked, and the next call with the same key goes through', async () => {
    controls.change({ api: { failNext: 2 } });
    const options = { idempotencyKey: randomUUID(), maxNetworkRetries: 2 };
    expect((await create({}, options)).status).toBe('requires_payment_method');
    expect(controls.behaviour().api.failNext).toBe(0);
  });

  it('does not know other paths', async () => {
    await expect(stripe.customers.create({})).rejects.toMatchObject({ statusCode: 404 });
  });
});
