import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createNotifications } from '#modules/notifications/index.ts';
import { createVoting } from '#modules/voting/index.ts';
import type { Payment as Account } from '#sandbox/stripe/books.ts';
import { loadTexts } from '#src/i18n/server.ts';
import type { Db } from '#src/platform/db.ts';
import { createEqualTime } from '#src/platform/equal-time.ts';
import { eventHandlers } from '#src/platform/events.ts';
import { createSecrets } from '#src/platform/secrets.ts';
import { createSettings } from '#src/platform/settings.ts';
import { closeTopic, createTopic, type TestTopic } from '#tests/factories/topics.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { testDatabase } from '#tests/support/database.ts';
import { type Death, Life, mortalDb, mortalStripe } from '#tests/support/mortal.ts';
import { nobody } from '#tests/support/payments-alone.ts';
import { fakeStorage } from '#tests/support/storage.ts';
import { testStripe } from '#tests/support/stripe.ts';
import { workThrough } from '#tests/support/workers.ts';
import { createPayments } from '../index.ts';

/*
 * Whatever happens to purchases, in whatever order, with webhooks repeated, reordered and lost, several processes at once,
 * and each killed between any two of its steps: in the end every succeeded and unrefunded payment has exactly one counted
 * ballot, no paid ballot counts without one, and the books say what the provider says.
 */

const histories = Number(process.env.HISTORIES ?? 80);

const { db, url } = await testDatabase({ poolMax: 10 });
const stripe = await testStripe();
const texts = await loadTexts();
const publicUrl = 'http://podium.test';
const admin = await createUser(db, { role: 'admin' });

/** A process of the product, which may die. */
function start(death: Death | null) {
  const life = new Life(death);
  const own: Db = mortalDb(url, life);
  const nowhere = () => Promise.reject(new Error('nothing is sent here'));
  const { api: notifications } = createNotifications({
    equalTime: createEqualTime(0),
    db: own,
    secrets: createSecrets('a secret for tests alone, long enough'),
    mailer: { send: nowhere, close() {} },
    sms: { send: nowhere },
    translator: texts.translator,
    settings: createSettings(own),
    publicUrl,
  });
  const { api: voting } = createVoting({ db: own, storage: fakeStorage() });
  const parts = createPayments({
    db: own,
    stripe: mortalStripe(stripe.access, life),
    publicUrl,
    voting,
    accounts: {
      ...nobody,
      contactsOf: async (_db, [id = 0]) =>
        new Map([[id, { username: 'Buyer', email: `buyer${id}@example.org`, language: 'en' }]]),
    },
    notifications,
  });
  const payments = parts.api;
  /** What the process is killed over, or refuses, is nobody's trouble: only what it leaves behind counts. */
  const run = async (act: () => Promise<unknown>): Promise<void> => {
    await act().catch(() => {});
    await own.destroy();
  };
  /** Does what its workers would do for every job that waits. */
  const work = () => workThrough(own, [...parts.jobs, ...eventHandlers(own, parts.subscribers)]);
  return { payments, voting, db: own, run, work };
}

type Process = ReturnType<typeof start>;

/** What the product does, by itself or because somebody asks. `which` picks among what there is. */
const acts = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('begin'), which: fc.nat(7) }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('hear'), which: fc.nat(50) }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('work'), which: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('ask'), which: fc.nat(5) }) },
  { weight: 6, arbitrary: fc.record({ act: fc.constant('give back'), which: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('reconcile'), which: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('pull'), which: fc.constant(0) }) },
) as fc.Arbitrary<{ act: 'begin' | 'hear' | 'work' | 'ask' | 'give back' | 'reconcile' | 'pull'; which: number }>;
const death = fc.option(fc.record({ step: fc.integer({ min: 1, max: 30 }), done: fc.boolean() }), { freq: 2 });
const product = fc.array(fc.record({ what: acts, death }), { minLength: 1, maxLength: 3 });

/** What happens outside: buyers, banks, the provider's dashboard, and the topic. */
const world = fc.record({
  event: fc.constantFrom(
    ...(['pay', 'pay', 'pay', 'pay', 'decline', 'authenticate', 'process', 'let go', 'refuse'] as const),
    ...(['refund', 'refund in part', 'fail refund', 'dispute', 'win', 'lose', 'end', 'cancel', 'finalize'] as const),
  ),
  which: fc.nat(5),
});
const history = fc.array(fc.oneof({ weight: 3, arbitrary: product }, { weight: 2, arbitrary: world }), {
  minLength: 4,
  maxLength: 24,
  size: 'max',
});

interface Scene {
  /** Seconds since 1970: what is older belongs to another scene. */
  startedAt: number;
  topic: TestTopic;
  buyers: TestUser[];
  /** Intents whose secret a buyer has got. */
  intents: string[];
}

async function act(
  { startedAt, topic, buyers, intents }: Scene,
  { payments, db: own }: Process,
  what: string,
  which: number,
) {
  const mine = () => db('payments.payments').where({ topic_id: topic.id }).orderBy('id');
  if (what === 'begin') {
    const buyer = buyers[which % 2] as TestUser;
    const voteItems = [{ choiceId: topic.choices[which % 3] as number, rank: 1 }];
    const [amount, currency] = which > 3 ? (['2.55', 'EUR'] as const) : (['3.00', 'USD'] as const);
    const input = { topicId: topic.id, tier: 'top5', amount, currency, voteItems } as const;
    const { clientSecret } = await payments.begin(buyer, { ...input, voteItems }, 'en');
    intents.push(clientSecret.split('_secret_')[0] as string);
  } else if (what === 'hear') {
    const heard = youngest(stripe.books.events, startedAt).filter((event) =>
      intents.some((id) => JSON.stringify(event).includes(id)),
    );
    const { body, signature } = stripe.signed(heard[which % heard.length] as object);
    await payments.receiveEvent(Buffer.from(body), signature);
  } else if (what === 'work') {
    const waiting = await db('platform.outbox').where({ job: 'payments.settle' }).whereNull('done_at').orderBy('id');
    const job = waiting[which % waiting.length];
    await payments.settle(job.payload.paymentId);
    await own('platform.outbox').where({ id: job.id }).update({ done_at: own.fn.now() });
  } else if (what === 'ask') {
    const rows = await mine();
    await payments.settle(rows[which % rows.length].id);
  } else if (what === 'give back') {
    const rows = await mine();
    const { id } = rows[which % rows.length];
    await payments.settle(id);
    await payments.refund(admin, id, 'asked for by mail');
  } else if (what === 'reconcile') {
    if (which === 1) await mine().clone().clearOrder().whereNotNull('look_at').update({ look_at: db.fn.now() });
    await payments.reconcile();
  } else await payments.pullEvents();
}

/** Those of the provider's records that are not older, newest first. */
function youngest<T extends { created: number }>(shelf: { newestFirst(): Iterable<T> }, startedAt: number): T[] {
  const found: T[] = [];
  for (const item of shelf.newestFirst()) {
    if (item.created < startedAt) break;
    found.push(item);
  }
  return found;
}

/** What cannot happen at the moment (a refund of what was never paid) does not. */
async function happen({ topic, intents }: Scene, event: string, which: number): Promise<void> {
  const intent = intents[which % intents.length] ?? '';
  const { controls, books } = stripe;
  const pay = (card: string, authenticate?: 'complete' | 'fail') =>
    controls.confirm(intent, { card, ...(authenticate && { authenticate }) });
  const happenings: Record<string, () => unknown> = {
    pay: () => pay('4242424242424242'),
    decline: () => pay('4000000000000002'),
    authenticate: () => pay('4000002500003155', which % 2 ? 'complete' : 'fail'),
    process() {
      controls.change({ processing: true });
      pay('4242424242424242');
    },
    'let go': () => controls.settle(intent, 'succeeded'),
    refuse: () => controls.settle(intent, 'failed'),
    refund: () => controls.refund(intent),
    'refund in part': () => controls.refund(intent, 100),
    'fail refund': () => controls.failRefund(books.payment(intent)?.refunds[0]?.id ?? ''),
    dispute: () => controls.dispute(intent),
    win: () => controls.closeDispute(intent, 'won'),
    lose: () => controls.closeDispute(intent, 'lost'),
    end: () => closeTopic(db, topic.id),
    cancel: () => start(null).voting.cancelTopic(topic.id),
    finalize: () =>
      db.transaction(async (trx) => {
        await trx.raw('select pg_advisory_xact_lock(7001, ?)', [topic.id]);
        await trx('voting.topics')
          .where({ id: topic.id })
          .whereRaw('end_date <= clock_timestamp()')
          .update({ results_finalized: true });
      }),
  };
  try {
    await happenings[event]?.();
  } catch {
    // it could not happen
  } finally {
    controls.change({ processing: false });
  }
}

/** Time goes by, and everything that the product does by itself is done. */
async function comeToRest({ topic }: Scene): Promise<void> {
  const mine = () => db('payments.payments').where({ topic_id: topic.id });
  for (let round = 0; round < 4; round++) {
    await mine()
      .whereNull('intent_id')
      .update({ created_at: db.raw("created_at - interval '3 minutes'") });
    await mine().whereNotNull('look_at').update({ look_at: db.fn.now() });
    const process = start(null);
    await process.payments.pullEvents();
    await process.payments.reconcile();
    await process.work();
    await process.db.destroy();
  }
}

/** What came of histories: ballots that count, payments refunded, and refunds that an admin asked for. */
interface Seen {
  counted: number;
  refunded: number;
  givenBack: number;
}

/** How the provider's account of a payment stands, in minor units. */
function accountOf({ charges, refunds, disputes }: Account) {
  const charge = charges.find(({ status }) => status === 'succeeded');
  const back = refunds.filter(({ status }) => status === 'succeeded' || status === 'pending');
  const taken = disputes.filter(({ status }) => status !== 'won');
  const sum = (items: { amount: number }[]) => items.reduce((total, { amount }) => total + amount, 0);
  return {
    held: (charge?.amount ?? 0) - sum(back) - sum(taken),
    stands: charge !== undefined && sum(back) === 0 && taken.length === 0,
  };
}

async function check({ startedAt, topic }: Scene): Promise<Seen> {
  const seen = { givenBack: 0 };
  const { results_finalized: finalized, cancelled_at } = await db('voting.topics').where({ id: topic.id }).first();
  const rows = await db('payments.payments').where({ topic_id: topic.id });
  const ballots = await db('voting.ballots').where({ topic_id: topic.id }).whereNull('voided_at');
  for (const row of rows) {
    const account = row.intent_id ? stripe.books.payment(row.intent_id) : undefined;
    const { held, stands } = account ? accountOf(account) : { held: 0, stands: false };
    const own = ballots.filter(({ payment_id }) => payment_id === row.id);
    const told = await db('payments.discrepancies').where({ payment_id: row.id, kind: 'after_finalization' });
    // What went back after the topic was final has left its ballot where it was.
    expect(own).toHaveLength(stands || (finalized && told.length > 0) ? 1 : 0);
    expect(row.status === 'succeeded').toBe(stands);
    expect(row.status).not.toBe('refunding');
    const asked = await db('payments.refund_requests').where({ payment_id: row.id });
    if (asked.length > 0) expect(stands).toBe(false);
    seen.givenBack += asked.length;
    if (finalized || cancelled_at) expect(row.status).not.toBe('open');
    const entries = await db('payments.ledger').where({ payment_id: row.id });
    const net = (what: 'amount' | 'usd_cents') =>
      entries.reduce((sum, entry) => sum + (entry.debit === 'provider' ? entry[what] : -entry[what]), 0);
    expect(net('amount')).toBe(held);
    if (stands) expect(net('usd_cents')).toBe(row.usd_cents);
    if (held === 0) expect(net('usd_cents')).toBe(0);
  }
  // Nobody has paid for what is not known here.
  const known = new Set(rows.map(({ intent_id }) => intent_id));
  for (const { id, metadata } of youngest(stripe.books.intents, startedAt)) {
    if (metadata.topic === String(topic.id) && stripe.books.charges.of(id).length > 0) expect(known).toContain(id);
  }
  return { ...seen, counted: ballots.length, refunded: rows.filter(({ status }) => status === 'refunded').length };
}

it(`comes to the same end through ${histories} histories`, { timeout: 1_800_000 }, async () => {
  const seen: Seen = { counted: 0, refunded: 0, givenBack: 0 };
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const scene: Scene = {
        startedAt: Math.floor(Date.now() / 1_000),
        topic: await createTopic(db, { choices: 3 }),
        buyers: [await createUser(db), await createUser(db)],
        intents: [],
      };
      for (const step of steps) {
        if ('event' in step) await happen(scene, step.event, step.which);
        else {
          await Promise.all(
            step.map(({ what, death }) => {
              const process = start(death);
              return process.run(() => act(scene, process, what.act, what.which));
            }),
          );
        }
      }
      await comeToRest(scene);
      const { counted, refunded, givenBack } = await check(scene);
      seen.counted += counted;
      seen.refunded += refunded;
      seen.givenBack += givenBack;
    }),
    { numRuns: histories, endOnFailure: false },
  );
  // The histories were worth something.
  expect(seen.counted).toBeGreaterThan(histories / 20);
  expect(seen.refunded).toBeGreaterThan(0);
  expect(seen.givenBack).toBeGreaterThan(0);
  const [entries] = await db('payments.ledger').select(
    db.raw(
      "coalesce(sum(usd_cents) filter (where debit = 'provider'), 0)::bigint - coalesce(sum(usd_cents) filter (where credit = 'provider'), 0)::bigint as held",
    ),
  );
  const [earned] = await db('voting.ballots').whereNull('voided_at').sum({ cents: 'usd_cents' });
  expect(Number(entries.held)).toBeLessThanOrEqual(Number(earned?.cents));
});
