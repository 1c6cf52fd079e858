import type Stripe from 'stripe';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openShop } from './shop.ts';

const { sandbox, stripe, close } = await openShop();
const { controls } = sandbox;
afterAll(close);

let payment: string;
const pay = async (card = '4242424242424242') => {
  const { id } = await stripe.paymentIntents.create({ amount: 1_000, currency: 'usd' });
  controls.confirm(id, { card });
  return id;
};
const chargeOf = async (id: string): Promise<Stripe.Charge> => {
  const { data } = await stripe.charges.list({ payment_intent: id });
  return stripe.charges.retrieve(data[0]?.id ?? '');
};
/** Of this payment, after it had succeeded, oldest first. */
const eventsAfter = async (id: string) => {
  const { data } = await stripe.events.list({ limit: 30 });
  const types = data.filter((event) => JSON.stringify(event).includes(id)).map(({ type }) => type);
  return types.slice(0, types.indexOf('payment_intent.succeeded')).reverse();
};

beforeEach(async () => {
  payment = await pay();
});

describe('a refund', () => {
  it('gives everything back, once', async () => {
    const refund = await stripe.refunds.create({
      payment_intent: payment,
      reason: 'requested_by_customer',
      metadata: { why: 'declined' },
    });
    expect(refund).toMatchObject({
      amount: 1_000,
      status: 'succeeded',
      payment_intent: payment,
      metadata: { why: 'declined' },
    });
    expect(await chargeOf(payment)).toMatchObject({ refunded: true, amount_refunded: 1_000 });
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ id: refund.id });
    const again = stripe.refunds.create({ payment_intent: payment });
    await expect(again).rejects.toMatchObject({ statusCode: 400, code: 'charge_already_refunded' });
    expect(await eventsAfter(payment)).toEqual([
      'refund.created',
      'charge.refunded',
      'refund.updated',
      'charge.refund.updated',
    ]);
  });

  it('may give back a part, and then the rest', async () => {
    const { id: charge } = await chargeOf(payment);
    await stripe.refunds.create({ charge, amount: 300 });
    expect(await chargeOf(payment)).toMatchObject({ refunded: false, amount_refunded: 300 });
    await expect(stripe.refunds.create({ charge, amount: 701 })).rejects.toMatchObject({ param: 'amount' });
    expect(controls.refund(payment).amount).toBe(700);
    const { data } = await stripe.refunds.list({ payment_intent: payment });
    expect(data.map(({ amount }) => amount)).toEqual([700, 300]);
  });

  it('may fail afterwards', async () => {
    const { id } = controls.refund(payment);
    expect(controls.failRefund(id)).toMatchObject({ status: 'failed', failure_reason: 'lost_or_stolen_card' });
    expect(await chargeOf(payment)).toMatchObject({ refunded: false, amount_refunded: 0 });
    expect(await eventsAfter(payment)).toContain('refund.failed');
  });

  it('needs a payment that has succeeded', async () => {
    const { id } = await stripe.paymentIntents.create({ amount: 1_000, currency: 'usd' });
    await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({ statusCode: 400 });
    await expect(stripe.refunds.create({ payment_intent: 'pi_none' })).rejects.toMatchObject({ statusCode: 404 });
  });
});

describe('a dispute', () => {
  it('takes the money, and gives it back if the seller wins', async () => {
    const { id } = controls.dispute(payment);
    expect(await chargeOf(payment)).toMatchObject({ disputed: true });
    expect((await stripe.disputes.list({ payment_intent: payment })).data).toMatchObject([
      { id, status: 'needs_response', reason: 'fraudulent', amount: 1_000 },
    ]);
    const refund = stripe.refunds.create({ payment_intent: payment });
    await expect(refund).rejects.toMatchObject({ code: 'charge_disputed' });
    expect(controls.closeDispute(payment, 'won').status).toBe('won');
    expect(await eventsAfter(payment)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.funds_reinstated',
      'charge.dispute.updated',
      'charge.dispute.closed',
    ]);
    expect((await stripe.refunds.create({ payment_intent: payment })).status).toBe('succeeded');
  });

  it('may be lost for good', async () => {
    const { id } = controls.dispute(payment);
    controls.closeDispute(payment, 'lost');
    expect(await stripe.disputes.retrieve(id)).toMatchObject({ status: 'lost', payment_intent: payment });
    expect(await eventsAfter(payment)).not.toContain('charge.dispute.funds_reinstated');
    expect(() => controls.closeDispute(payment, 'won')).toThrow('no open dispute');
  });

  it('comes by itself for the card that is made for it', async () => {
    controls.change({ disputeAfterSeconds: 0.02 });
    const disputed = await pay('4000000000000259');
    await expect.poll(async () => (await stripe.disputes.list({ payment_intent: disputed })).data.length).toBe(1);
  });
});
