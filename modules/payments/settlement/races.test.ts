import { describe, expect, it } from 'vitest';
import { createVoting } from '#modules/voting/index.ts';
import type { StripeAccess } from '#src/platform/stripe.ts';
import { createTopic } from '#tests/factories/topics.ts';
import { createUser } from '#tests/factories/users.ts';
import { testDatabase } from '#tests/support/database.ts';
import { nobody } from '#tests/support/payments-alone.ts';
import { fakeStorage } from '#tests/support/storage.ts';
import { testStripe } from '#tests/support/stripe.ts';
import { createPayments } from '../index.ts';

/* What two processes do to one payment when one of them is held up between hearing from the provider and writing it down. */

const { db } = await testDatabase({ poolMax: 10 });
const stripe = await testStripe();

const paymentsWith = (access: StripeAccess) =>
  createPayments({
    ...{
      db,
      stripe: access,
      publicUrl: 'http://podium.test',
      voting: createVoting({ db, storage: fakeStorage() }).api,
    },
    accounts: nobody,
    notifications: { send: () => Promise.reject(new Error('nothing is sent here')) },
  }).api;
const payments = paymentsWith(stripe.access);

/** A process whose next answer to a call of the provider is held up until `go`; `heard` tells that it has been given. */
function heldUp(call: 'create' | 'retrieve') {
  const heard = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let held = false;
  const intents = new Proxy(stripe.access.client.paymentIntents, {
    get(target, name) {
      const method = Reflect.get(target, name);
      if (name !== call) return typeof method === 'function' ? method.bind(target) : method;
      return async (...given: unknown[]) => {
        const answer = await method.apply(target, given);
        if (!held) {
          held = true;
          heard.resolve();
          await gate.promise;
        }
        return answer;
      };
    },
  });
  const client = new Proxy(stripe.access.client, {
    get: (target, name) => (name === 'paymentIntents' ? intents : Reflect.get(target, name)),
  });
  return { payments: paymentsWith({ ...stripe.access, client }), heard: heard.promise, go: gate.resolve };
}

/** A process whose calls of the provider are counted. */
function counting(call: 'retrieve') {
  let calls = 0;
  const intents = new Proxy(stripe.access.client.paymentIntents, {
    get(target, name) {
      const method = Reflect.get(target, name);
      if (name === call) calls += 1;
      return typeof method === 'function' ? method.bind(target) : method;
    },
  });
  const client = new Proxy(stripe.access.client, {
    get: (target, name) => (name === 'paymentIntents' ? intents : Reflect.get(target, name)),
  });
  return { payments: paymentsWith({ ...stripe.access, client }), calls: () => calls };
}

async function purchase() {
  const topic = await createTopic(db);
  const user = await createUser(db);
  const voteItems = [{ choiceId: topic.choices[0] as number, rank: 1 }];
  const input = { topicId: topic.id, tier: 'top3', amount: '2.00', currency: 'USD', voteItems } as const;
  return { user, input: { ...input, voteItems } };
}
const rowOf = (id: number) => db('payments.payments').where({ id }).first();
const intentOf = (clientSecret: string) => clientSecret.split('_secret_')[0] as string;

it('never writes an older word of the provider over a newer one', async () => {
  const { user, input } = await purchase();
  const { paymentId, clientSecret } = await payments.begin(user, input, 'en');
  stripe.controls.confirm(intentOf(clientSecret), { card: '4242424242424242' });
  const slow = heldUp('retrieve');
  const settling = slow.payments.settle(paymentId); // hears that it is paid
  await slow.heard;
  stripe.controls.refund(intentOf(clientSecret));
  await payments.settle(paymentId); // hears that it was refunded
  slow.go();
  await settling;
  expect(await rowOf(paymentId)).toMatchObject({ status: 'refunded' });
  expect(await db('voting.ballots').where({ payment_id: paymentId }).whereNull('voided_at')).toEqual([]);
});

it('gives nobody the secret of an attempt that was given up meanwhile', async () => {
  const { user, input } = await purchase();
  const slow = heldUp('create');
  const beginning = slow.payments.begin(user, input, 'en');
  await slow.heard;
  const [attempt] = await db('payments.payments').where({ user_id: user.id });
  await db('payments.payments')
    .where({ id: attempt.id })
    .update({ created_at: db.raw("now() - interval '3 minutes'") });
  await payments.settle(attempt.id);
  expect(await rowOf(attempt.id)).toMatchObject({ status: 'canceled', intent_id: null });
  slow.go();
  const begun = await beginning;
  expect(begun.paymentId).not.toBe(attempt.id);
  const ofAttempt = [...stripe.books.intents.newestFirst()].find(
    ({ metadata }) => metadata.payment === String(attempt.id),
  );
  expect(ofAttempt?.status).toBe('canceled');
});

describe('twenty who settle one payment at once', () => {
  const paid = async () => {
    const { user, input } = await purchase();
    const { paymentId, clientSecret } = await payments.begin(user, input, 'en');
    stripe.controls.confirm(intentOf(clientSecret), { card: '4242424242424242' });
    return { paymentId, intent: intentOf(clientSecret) };
  };
  const ballotsOf = (paymentId: number) => db('voting.ballots').where({ payment_id: paymentId }).whereNull('voided_at');

  it('wait for each other, and ask the provider twice between them', async () => {
    const { paymentId } = await paid();
    const counted = counting('retrieve');
    await Promise.all(Array.from({ length: 20 }, () => counted.payments.settle(paymentId)));
    expect(counted.calls()).toBe(2);
    expect(await rowOf(paymentId)).toMatchObject({ status: 'succeeded', version: 2 });
    expect(await ballotsOf(paymentId)).toHaveLength(1);
  });

  it('see what had happened when they called', async () => {
    const { paymentId, intent } = await paid();
    const slow = heldUp('retrieve');
    const first = slow.payments.settle(paymentId); // hears that it is paid
    await slow.heard;
    stripe.controls.refund(intent);
    const later = [slow.payments.settle(paymentId), slow.payments.settle(paymentId)];
    slow.go();
    await Promise.all([first, ...later]);
    expect(await rowOf(paymentId)).toMatchObject({ status: 'refunded' });
  });

  it('all come through, over several processes too', async () => {
    const { paymentId } = await paid();
    const processes = Array.from({ length: 20 }, () => paymentsWith(stripe.access));
    await Promise.all(processes.map((process) => process.settle(paymentId)));
    expect(await rowOf(paymentId)).toMatchObject({ status: 'succeeded', version: 20 });
    expect(await ballotsOf(paymentId)).toHaveLength(1);
  });

  it('are not kept waiting by one that failed', async () => {
    const { paymentId } = await paid();
    stripe.controls.change({ api: { failNext: 3 } });
    const failing = payments.settle(paymentId);
    const next = payments.settle(paymentId);
    await expect(failing).rejects.toThrow();
    await next;
    expect(await rowOf(paymentId)).toMatchObject({ status: 'succeeded' });
  });
});
