import { beforeEach, describe, expect, it } from 'vitest';
import { createTopic } from '#tests/factories/topics.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { testContest } from '#tests/support/contest.ts';
import { caller } from '#tests/support/site.ts';
import { paymentData } from '../ledger/personal-data.ts';

/* An admin gives money back: what is asked for, what settling makes of it, and who comes first. */

const contest = await testContest({ poolMax: 10 });
const { stripe, site, db, modules, prizes, electorate, ranked, begin, pay, finalize, longAgo } = contest;
const { payments } = modules;

let buyer: TestUser;
let admin: TestUser;
let office: ReturnType<typeof caller>;

beforeEach(async () => {
  buyer = await createUser(db);
  admin = await createUser(db, { role: 'admin' });
  office = caller(site.app, { cookie: await site.cookieOf(admin) });
});

/** A ballot that was bought; the number of its payment and of its intent. */
async function bought(): Promise<{ id: number; intent: string }> {
  const begun = await begin(buyer.id, ranked(0, 1));
  const { id: intent } = pay(begun);
  await payments.settle(begun.paymentId);
  return { id: begun.paymentId, intent };
}
const refund = (id: number, body: object = { reason: 'Bought twice by mistake' }) =>
  office.post(`/api/admin/payments/${id}/refund`, body);
const rowOf = (id: number) => db('payments.payments').where({ id }).first();
const counted = (id: number) => db('voting.ballots').where({ payment_id: id }).whereNull('voided_at');
const refundsOf = (intent: string) => stripe.books.payment(intent)?.refunds ?? [];
const found = (id: number) => db('payments.discrepancies').where({ payment_id: id });
const mail = async () => {
  await site.deliver();
  return site.mails.find(({ to, subject }) => to === buyer.email && subject.includes('goes back'));
};

describe('a refund by an admin', () => {
  it('gives the money back and voids the ballot, and the buyer is told', async () => {
    const { id, intent } = await bought();
    await refund(id).expect(200);
    expect((await office.get(`/api/admin/payments/${id}`)).body).toMatchObject({
      status: 'succeeded',
      refundAsked: true,
      refund: { requestedBy: admin.id, requester: admin.username, reason: 'Bought twice by mistake' },
    });
    await site.work();
    expect(await rowOf(id)).toMatchObject({ status: 'refunded', reason: 'admin' });
    expect(refundsOf(intent)).toMatchObject([{ amount: 200, metadata: { payment: String(id) } }]);
    expect(await counted(id)).toEqual([]);
    expect(await found(id)).toEqual([]);
    expect(await db('payments.ledger').where({ payment_id: id, kind: 'refund' })).toMatchObject([{ usd_cents: 200 }]);
    expect((await mail())?.text).toContain('and the ballot does not count');
    expect((await mail())?.text).toContain('We have decided to refund it.');
    const profile = caller(site.app, { cookie: await site.cookieOf(buyer) });
    expect((await profile.get('/api/users/payments').expect(200)).body.items).toMatchObject([
      { id, status: 'refunded', reason: 'admin' },
    ]);
  });

  it('is written down with who did it and why, once', async () => {
    const { id } = await bought();
    const answers = await Promise.all([refund(id), refund(id), refund(id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const entries = () => db('platform.audit').where({ action: 'payment_refunded', subject_id: String(id) });
    expect(await entries()).toMatchObject([
      {
        actor_id: admin.id,
        subject_kind: 'payment',
        after: { reason: 'Bought twice by mistake', amount: '2.00', currency: 'USD', usdCents: 200 },
      },
    ]);
    expect(
      await db('platform.outbox').whereRaw("payload = jsonb_build_object('paymentId', ?::int)", [id]),
    ).toHaveLength(1);
    await site.work();
    expect((await refund(id).expect(409)).body.code).toBe('not_refundable');
    expect(await entries()).toHaveLength(1);
  });

  it('needs a reason', async () => {
    const { id } = await bought();
    for (const body of [{}, { reason: ' ' }, { reason: 'x'.repeat(501) }, { reason: 5 }]) {
      expect((await refund(id, body).expect(400)).body.errors).toHaveProperty('reason');
    }
    await refund(id, { reason: 'fine', amount: 100 }).expect(400);
    await refund(999_999).expect(404);
    expect(await db('payments.refund_requests').where({ payment_id: id })).toEqual([]);
  });

  it('is refused for what is not charged, goes back already, or is disputed', async () => {
    const refused = async (id: number) => expect((await refund(id).expect(409)).body.code).toBe('not_refundable');
    const open = await begin(buyer.id, ranked(2));
    await refused(open.paymentId);
    const disputed = await bought();
    stripe.controls.dispute(disputed.intent);
    await payments.settle(disputed.id);
    await refused(disputed.id);
    const returned = await bought();
    stripe.controls.refund(returned.intent);
    await payments.settle(returned.id);
    await refused(returned.id);
    expect(await db('platform.audit').where({ action: 'payment_refunded', actor_id: admin.id })).toEqual([]);
  });

  it('leaves ballot and results of a final topic as they are, and is shown to admins', async () => {
    const { id, intent } = await bought();
    await finalize();
    const results = await modules.voting.results(contest.topic.id, null);
    await refund(id).expect(200);
    await site.work();
    expect(await rowOf(id)).toMatchObject({ status: 'refunded', reason: 'admin' });
    expect(refundsOf(intent)).toHaveLength(1);
    expect(await counted(id)).toHaveLength(1);
    expect(await modules.voting.results(contest.topic.id, null)).toEqual(results);
    expect(await found(id)).toMatchObject([{ kind: 'after_finalization', detail: 'refunded' }]);
    expect((await mail())?.text).toContain('the ballot and the results stay as they are');
    expect((await mail())?.text).not.toContain('does not count');
  });

  it('is made again where the bank could not take it', async () => {
    const { id, intent } = await bought();
    await refund(id).expect(200);
    await site.work();
    stripe.controls.failRefund(refundsOf(intent)[0]?.id ?? '');
    await payments.settle(id);
    expect(refundsOf(intent).map(({ status }) => status)).toEqual(expect.arrayContaining(['failed', 'succeeded']));
    expect(await rowOf(id)).toMatchObject({ status: 'refunded', reason: 'admin' });
    expect(await counted(id)).toEqual([]);
  });

  it('waits for a dispute, and follows when that is won', async () => {
    const { id, intent } = await bought();
    stripe.controls.dispute(intent);
    await refund(id).expect(200); // nobody has heard of the dispute yet
    await site.work();
    expect(await rowOf(id)).toMatchObject({ status: 'disputed' });
    expect(refundsOf(intent)).toEqual([]);
    stripe.controls.closeDispute(intent, 'won');
    await payments.settle(id);
    expect(await rowOf(id)).toMatchObject({ status: 'refunded', reason: 'admin' });
    expect(refundsOf(intent)).toHaveLength(1);
  });

  it('is carried out although its job was lost', async () => {
    const { id } = await bought();
    await refund(id).expect(200);
    await db('platform.outbox').whereNull('done_at').update({ done_at: db.fn.now() });
    await payments.reconcile();
    await site.work();
    expect(await rowOf(id)).toMatchObject({ status: 'succeeded' }); // it may still be on its way
    await db('payments.refund_requests')
      .where({ payment_id: id })
      .update({ requested_at: db.raw("now() - interval '2 minutes'") });
    await payments.reconcile();
    await site.work();
    expect(await rowOf(id)).toMatchObject({ status: 'refunded' });
  });

  it('is forgotten with its buyer, but for the bare fact', async () => {
    const { id } = await bought();
    await refund(id).expect(200);
    await site.work();
    const erasing = { id: buyer.id, email: buyer.email, phoneNumber: null };
    expect(await paymentData.dataOf(db, erasing)).toMatchObject({
      payments: [{ number: id, refundReason: 'Bought twice by mistake' }],
    });
    await db.transaction((trx) => paymentData.erase(trx, erasing));
    expect(await db('payments.refund_requests').where({ payment_id: id })).toMatchObject([{ reason: null }]);
    expect(await db('platform.audit').where({ subject_kind: 'payment', subject_id: String(id) })).toMatchObject([
      { action: 'payment_refunded', after: null },
    ]);
  });
});

describe('whoever comes first', () => {
  it('the money goes back once, by the provider’s dashboard or by us', async () => {
    for (let round = 0; round < 6; round++) {
      const { id, intent } = await bought();
      await refund(id).expect(200);
      const atTheProvider = async () => {
        await new Promise((resolve) => setTimeout(resolve, 2 * round));
        try {
          stripe.controls.refund(intent, round % 2 ? 50 : undefined);
        } catch {
          // it has gone back already
        }
        await payments.settle(id);
      };
      await Promise.all([site.work(), atTheProvider(), payments.settle(id)]);
      expect(await rowOf(id)).toMatchObject({ status: 'refunded', reason: 'admin' });
      expect(refundsOf(intent).reduce((sum, { amount }) => sum + amount, 0)).toBe(200);
      expect(await counted(id)).toEqual([]);
      const [books] = await db('payments.ledger')
        .where({ payment_id: id, kind: 'refund' })
        .sum({ cents: 'usd_cents', amount: 'amount' });
      expect(books).toEqual({ cents: 200, amount: 200 });
    }
  });

  it('a refund that is asked for before the close holds the final count back until the ballot is void', async () => {
    const { id } = await bought();
    await refund(id).expect(200);
    await finalize();
    expect((await contest.stateOfTopic()).results_finalized).toBe(false);
    await site.work();
    await prizes.finalize(contest.topic.id);
    expect((await contest.stateOfTopic()).results_finalized).toBe(true);
    expect(await db('prizes.entries').where({ topic_id: contest.topic.id })).toEqual([]);
  });

  it('either the ballot is void before the final count, or it stays and somebody is told', async () => {
    const ends = { void: 0, kept: 0 };
    for (let round = 0; round < 10; round++) {
      contest.topic = await createTopic(db, { choices: 3 });
      const begun = await Promise.all((await electorate(4)).map((voter) => begin(voter, ranked(0))));
      for (const payment of begun) pay(payment);
      await longAgo(); // the finalizer waits for nobody
      for (const { paymentId } of begun) await payments.settle(paymentId);
      for (const { paymentId } of begun) await payments.refund(admin, paymentId, 'A race');
      const finalizing = new Promise((resolve) => setTimeout(resolve, 6 * round)).then(() =>
        prizes.finalize(contest.topic.id),
      );
      await Promise.all([finalizing, ...begun.map(({ paymentId }) => payments.settle(paymentId))]);
      await prizes.finalize(contest.topic.id);
      const rows = await db('payments.payments').where({ topic_id: contest.topic.id });
      expect(rows.map(({ status, reason }) => [status, reason])).toEqual(rows.map(() => ['refunded', 'admin']));
      for (const { intent_id } of rows) expect(refundsOf(intent_id)).toHaveLength(1);
      const kept = await db('voting.ballots').where({ topic_id: contest.topic.id }).whereNull('voided_at');
      const told = await db('payments.discrepancies').whereIn(
        'payment_id',
        rows.map(({ id }) => id),
      );
      expect(told.map(({ payment_id }) => payment_id).toSorted()).toEqual(
        kept.map(({ payment_id }) => payment_id).toSorted(),
      );
      const entries = await db('prizes.entries').where({ topic_id: contest.topic.id }).pluck('ballot_id');
      expect(entries.toSorted()).toEqual(kept.map(({ id }) => id).toSorted());
      const [pool] = await db('prizes.pools').where({ topic_id: contest.topic.id, tier: 3 });
      expect(pool.revenue_cents).toBe(kept.length * 200);
      ends.kept += kept.length;
      ends.void += rows.length - kept.length;
    }
    expect(ends.kept).toBeGreaterThan(0);
    expect(ends.void).toBeGreaterThan(0);
    expect((await contest.modules.admin.reconciliation()).lines.filter(({ agrees }) => !agrees)).toEqual([]);
  });
});
