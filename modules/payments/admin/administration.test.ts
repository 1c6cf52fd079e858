import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Reconciliation } from '#modules/admin/contract/reconciliation.ts';
import { withoutGuard } from '#src/shared/csv.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { testContest } from '#tests/support/contest.ts';
import { caller } from '#tests/support/site.ts';

/* What admins see of payments, disputes, the ledger and what does not fit. */

const contest = await testContest();
const { stripe, site, db, modules, ranked, begin, pay, end, finalize } = contest;
const { payments } = modules;

let admin: TestUser;
let office: ReturnType<typeof caller>;
let buyer: TestUser;

beforeAll(async () => {
  admin = await createUser(db, { role: 'admin' });
  office = caller(site.app, { cookie: await site.cookieOf(admin) });
});
beforeEach(async () => {
  buyer = await createUser(db);
});

async function bought(by = buyer): Promise<{ id: number; intent: string }> {
  const begun = await begin(by.id, ranked(1, 0));
  const { id: intent } = pay(begun);
  await payments.settle(begun.paymentId);
  return { id: begun.paymentId, intent };
}
const get = async (path: string) => (await office.get(`/api/admin/${path}`).expect(200)).body;
const ids = async (query: string) => (await get(`payments?${query}`)).items.map(({ id }: { id: number }) => id);

describe('payments', () => {
  it('are listed with buyer, topic, card, what they are worth, and their page at the provider', async () => {
    const { id, intent } = await bought();
    const { items, total } = await get(`payments?topicId=${contest.topic.id}`);
    expect(total).toBe(1);
    expect(items).toMatchObject([
      {
        ...{ id, userId: buyer.id, username: buyer.username, topicId: contest.topic.id, tier: 'top3' },
        ...{ amount: 200, currency: 'USD', usdCents: 200, status: 'succeeded', reason: null },
        ...{ cardBrand: 'visa', cardLast4: '4242', disputed: false, refundAsked: false, intentId: intent },
        topic: { id: contest.topic.id },
        providerUrl: `https://dashboard.stripe.com/test/payments/${intent}`,
      },
    ]);
    expect(items[0]).not.toHaveProperty('ranking');
    expect(JSON.stringify(items)).not.toContain('fingerprint');
  });

  it('are found by number, the provider’s ids, and part of a buyer’s name or e-mail', async () => {
    const named = await createUser(db, { username: 'Odd_100%Fan', email: 'Zenobia@Example.org' });
    const { id, intent } = await bought(named);
    await bought();
    const [charge] = stripe.books.payment(intent)?.charges ?? [];
    for (const q of [id, `%23${id}`, intent, charge?.id, '_100%25f', 'zenobia@', 'odd_100%25FAN'])
      expect(await ids(`q=${q}`), String(q)).toEqual([id]);
    expect(await ids('q=nobody-is-called-this')).toEqual([]);
    expect(await ids(`q=${id + 1_000_000}`)).toEqual([]);
  });

  it('are narrowed by state, topic, buyer, currency and day, and ordered', async () => {
    const first = await bought();
    const second = await bought();
    const open = await begin(buyer.id, ranked(3));
    stripe.controls.refund(second.intent);
    await payments.settle(second.id);
    const of = `topicId=${contest.topic.id}`;
    expect(await ids(of)).toEqual([open.paymentId, second.id, first.id]);
    expect(await ids(`${of}&sort=id`)).toEqual([first.id, second.id, open.paymentId]);
    expect(await ids(`${of}&sort=-paidAt`)).toEqual([second.id, first.id, open.paymentId]);
    expect(await ids(`${of}&status=refunded`)).toEqual([second.id]);
    expect(await ids(`${of}&currency=EUR`)).toEqual([]);
    expect(await ids(`userId=${buyer.id}&status=succeeded`)).toEqual([first.id]);
    await db('payments.payments').where({ id: first.id }).update({ created_at: '2026-03-01T23:59:59.500Z' });
    expect(await ids(`${of}&from=2026-03-01&to=2026-03-01`)).toEqual([first.id]);
    expect(await ids(`${of}&from=2026-03-02`)).toEqual([open.paymentId, second.id]);
    for (const wrong of ['status=lost', 'sort=user', 'from=yesterday', 'topicId=x', 'page=0'])
      await office.get(`/api/admin/payments?${wrong}`).expect(400);
  });

  it('come 25 a page', async () => {
    const { id } = await bought();
    await db.raw(
      `insert into payments.payments (user_id, topic_id, tier, ranking, currency, amount, rate, usd_cents, language, site, status)
       select user_id, topic_id, tier, ranking, currency, amount, rate, usd_cents, language, site, 'canceled'
         from payments.payments, generate_series(1, 30) where id = ?`,
      [id],
    );
    const second = await get(`payments?topicId=${contest.topic.id}&page=2`);
    expect(second).toMatchObject({ total: 31, page: 2, pages: 2 });
    expect(second.items).toHaveLength(6);
    expect(second.items.at(-1)).toMatchObject({ id });
  });

  it('tell what was ranked only when everybody may know how the choices stand', async () => {
    const { id } = await bought();
    const { body } = await office.get(`/api/admin/payments/${id}`).expect(200);
    expect(body).toMatchObject({ id, ranking: null, rate: '1' });
    expect(JSON.stringify(body)).not.toContain('Choice');
    await end();
    expect((await get(`payments/${id}`)).ranking).toEqual(['Choice 2', 'Choice 1']);
    await office.get('/api/admin/payments/999999').expect(404);
    await office.get('/api/admin/payments/x').expect(400);
  });

  it('have a past, in order', async () => {
    const begun = await begin(buyer.id, ranked(0));
    const intent = begun.clientSecret.split('_secret_')[0] as string;
    expect(() => stripe.controls.confirm(intent, { card: '4000000000000002' })).toThrow();
    await payments.settle(begun.paymentId);
    stripe.controls.confirm(intent, { card: '4242424242424242' });
    await payments.pullEvents();
    await site.work();
    await payments.refund(admin, begun.paymentId, 'Wrong topic');
    await site.work();
    const { timeline, ledger } = await get(`payments/${begun.paymentId}`);
    const what = (timeline as { what: string; detail: string }[]).map(({ what }) => what);
    expect(what[0]).toBe('begun');
    expect(what).toEqual(expect.arrayContaining(['declined', 'charged', 'told', 'refund_asked', 'refund']));
    expect(what.indexOf('refund_asked')).toBeLessThan(what.indexOf('refund'));
    const times = timeline.map(({ at }: { at: string }) => at.slice(0, 19));
    expect(times).toEqual(times.toSorted());
    expect(ledger.map(({ kind }: { kind: string }) => kind)).toEqual(['charge', 'refund']);
  });
});

describe('disputes', () => {
  it('are listed with what was taken, until it has come back', async () => {
    const lost = await bought();
    stripe.controls.dispute(lost.intent);
    await payments.settle(lost.id);
    const won = await bought();
    stripe.controls.dispute(won.intent);
    stripe.controls.closeDispute(won.intent, 'won');
    await payments.settle(won.id);
    const { items } = await get('disputes');
    expect(items.slice(0, 2)).toMatchObject([
      { paymentId: won.id, state: 'won', amount: 200, usdCents: 200, username: buyer.username },
      { paymentId: lost.id, state: 'taken', providerUrl: expect.stringContaining(lost.intent) },
    ]);
    expect((await get(`payments/${lost.id}`)).disputes).toMatchObject([{ state: 'taken' }]);
    expect((await get(`payments?topicId=${contest.topic.id}`)).items).toMatchObject([
      { id: won.id, status: 'succeeded', disputed: true },
      { id: lost.id, status: 'disputed', disputed: true },
    ]);
  });
});

describe('the ledger', () => {
  it('lists movements with the balances of what is asked for', async () => {
    const kept = await bought();
    const returned = await bought();
    stripe.controls.refund(returned.intent);
    await payments.settle(returned.id);
    const { items, total, balances } = await get(`ledger?paymentId=${returned.id}`);
    expect(total).toBe(2);
    expect(items).toMatchObject([
      { kind: 'refund', debit: 'revenue', credit: 'provider', usdCents: 200, amount: 200, currency: 'USD' },
      { kind: 'charge', debit: 'provider', credit: 'revenue', paymentId: returned.id },
    ]);
    expect(balances).toEqual([
      { account: 'provider', debit: 200, credit: 200, balance: 0 },
      { account: 'revenue', debit: 200, credit: 200, balance: 0 },
      { account: 'prizes', debit: 0, credit: 0, balance: 0 },
    ]);
    expect((await get(`ledger?paymentId=${kept.id}&kind=charge`)).balances[1]).toMatchObject({ balance: 200 });
    expect(await get('ledger?from=2020-01-01&to=2020-01-02')).toMatchObject({ total: 0, items: [] });
    await office.get('/api/admin/ledger?kind=gift').expect(400);
  });

  it('is exported whole, in order, for a spreadsheet to read and not to run, and that stands in the audit', async () => {
    const { id } = await bought();
    const reference = '=HYPERLINK("http://evil.example","x")';
    await db('payments.ledger').insert({
      ...{ kind: 'dispute', reference, payment_id: id, debit: 'revenue', credit: 'provider' },
      ...{ usd_cents: 200, currency: 'USD', amount: 200 },
    });
    const { text, headers } = await office.get(`/api/admin/ledger/export?paymentId=${id}`).expect(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toContain('podium-ledger.csv');
    const [head, charge, planted, ...rest] = text.split('\r\n');
    expect(head).toBe(
      '\uFEFFid,booked at,kind,debit,credit,us cents,currency,amount in minor units,reference,payment id',
    );
    expect(charge).toMatch(new RegExp(`^\\d+,[\\dTZ:.-]+,charge,provider,revenue,200,USD,200,ch_\\w+,${id}$`));
    expect(planted).toContain(`,"'=HYPERLINK(""http://evil.example"",""x"")",${id}`);
    expect(withoutGuard(`'${reference}`)).toBe(reference);
    expect(rest).toEqual(['']);
    const entry = await db('platform.audit').where({ action: 'ledger_exported' }).orderBy('id', 'desc').first();
    expect(entry).toMatchObject({ actor_id: admin.id, subject_kind: 'ledger', after: { paymentId: id } });
  });

  it('is exported in one piece, however long it is', async () => {
    const { id } = await bought();
    await db.raw(
      `insert into payments.ledger (kind, reference, payment_id, debit, credit, usd_cents, currency, amount)
       select kind, 'many ' || n, ?, side, other, 1, 'USD', 1
         from generate_series(1, 2250) as n,
              (values ('refund', 'revenue', 'provider'), ('refund_returned', 'provider', 'revenue')) as moves (kind, side, other)`,
      [id],
    );
    const { text } = await office.get(`/api/admin/ledger/export?paymentId=${id}`).expect(200);
    const numbers = text.split('\r\n').slice(1, -1).map(Number.parseFloat);
    expect(numbers).toHaveLength(4_501);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });
});

describe('what did not fit', () => {
  it('is listed until somebody has seen to it, with a note', async () => {
    const { id, intent } = await bought();
    await finalize();
    stripe.controls.refund(intent);
    await payments.settle(id);
    const [open] = (await get('discrepancies')).items;
    expect(open).toMatchObject({
      ...{ kind: 'after_finalization', detail: 'refunded', paymentId: id, paymentStatus: 'refunded' },
      ...{ resolvedAt: null, resolvedBy: null, note: null },
    });
    const resolve = (body: object) => office.post(`/api/admin/discrepancies/${open.id}/resolve`, body);
    expect((await resolve({ note: ' ' }).expect(400)).body.errors).toHaveProperty('note');
    const answers = await Promise.all([resolve({ note: 'Agreed with the buyer' }), resolve({ note: 'Me too' })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await get('discrepancies')).items.filter(({ id }: { id: number }) => id === open.id)).toEqual([]);
    const [resolved] = (await get('discrepancies?state=resolved')).items;
    expect(resolved).toMatchObject({ id: open.id, resolvedBy: admin.id, resolver: admin.username });
    await payments.settle(id); // found again at every look: it stays resolved
    expect((await get(`payments/${id}`)).discrepancies).toMatchObject([{ resolvedBy: admin.id }]);
    const entries = await db('platform.audit').where({ action: 'discrepancy_resolved', subject_id: String(open.id) });
    expect(entries).toMatchObject([{ actor_id: admin.id, after: { note: resolved.note, paymentId: id } }]);
    await office.post('/api/admin/discrepancies/999999/resolve', { note: 'x' }).expect(404);
  });

  it('is open again where a payment cannot be settled once more', async () => {
    const { id } = await bought();
    const report = () => payments.reportUnsettled(id, new Error('the provider is away'));
    await report();
    await report();
    const ofPayment = async () => (await get(`payments/${id}`)).discrepancies;
    const [first, ...rest] = await ofPayment();
    expect(rest).toEqual([]);
    await payments.resolveDiscrepancy(admin, first.id, 'It was away');
    await report();
    expect(await ofPayment()).toMatchObject([{ id: first.id, resolvedAt: null, resolvedBy: null, note: null }]);
  });
});

describe('the reconciliation', () => {
  const lineOf = async (name: string) => {
    const { lines }: Reconciliation = await get('reconciliation');
    return lines.find((line) => line.name === name);
  };

  it('agrees whatever happened, and finds what is planted', async () => {
    // What other tests have planted is taken back: the books cannot be changed, so it is booked the other way round.
    await db.raw(
      `insert into payments.ledger (kind, reference, payment_id, debit, credit, usd_cents, currency, amount)
       select 'dispute_won', reference, payment_id, credit, debit, usd_cents, currency, amount
         from payments.ledger where reference like '=%'`,
    );
    const kept = await bought();
    const late = await bought();
    await finalize();
    stripe.controls.refund(late.intent);
    await payments.settle(late.id);
    const { lines } = await get('reconciliation');
    expect(lines.filter(({ agrees }: { agrees: boolean }) => !agrees)).toEqual([]);
    const revenue = await lineOf('revenue');
    await db('payments.ledger').insert({
      ...{ kind: 'refund', reference: 're_planted', payment_id: kept.id, debit: 'revenue', credit: 'provider' },
      ...{ usd_cents: 7, currency: 'USD', amount: 7 },
    });
    expect(await lineOf('revenue')).toEqual({ ...revenue, left: (revenue?.left ?? 0) - 7, agrees: false });
    expect(await lineOf('ballots')).toMatchObject({ agrees: true });
    const ballots = await lineOf('ballots');
    await db.transaction(async (trx) => {
      await trx.raw('alter table voting.ballots disable trigger user');
      await trx('voting.ballots').where({ payment_id: kept.id }).update({ usd_cents: 201 });
      await trx.raw('alter table voting.ballots enable trigger user');
    });
    expect(await lineOf('ballots')).toEqual({ ...ballots, right: (ballots?.right ?? 0) + 1, agrees: false });
    expect(await lineOf('ballot_count')).toMatchObject({ agrees: true });
    await payments.bookAward(db, 'award', { id: 999_999, cents: 300 });
    const owed = await lineOf('prizes_owed');
    expect(owed).toMatchObject({ agrees: false });
    expect((owed?.left ?? 0) - (owed?.right ?? 0)).toBe(300);
  });

  it('tells what is under way, and what of it has been for too long', async () => {
    const before = await lineOf('under_way');
    const open = await begin(buyer.id, ranked(4));
    expect(await lineOf('under_way')).toMatchObject({ left: (before?.left ?? 0) + 1, agrees: before?.agrees });
    await db('payments.payments').where({ id: open.paymentId }).update({ created_at: '2020-01-01T00:00:00Z' });
    expect(await lineOf('under_way')).toMatchObject({ right: before?.right, agrees: false });
    expect((await get('reconciliation')).oldestUnderWay).toBe('2020-01-01T00:00:00.000Z');
  });
});

it('money is for admins alone', async () => {
  const { id } = await bought();
  for (const [cookie, status] of [
    ['', 401],
    [await site.cookieOf(buyer), 403],
    [await site.cookieOf(await createUser(db, { role: 'moderator' })), 403],
  ] as const) {
    const other = caller(site.app, { cookie });
    for (const path of [
      ...['payments', `payments/${id}`, 'disputes', 'ledger', 'ledger/export', 'discrepancies', 'reconciliation'],
    ])
      await other.get(`/api/admin/${path}`).expect(status);
    await other.post(`/api/admin/payments/${id}/refund`, { reason: 'x' }).expect(status);
    await other.post('/api/admin/discrepancies/1/resolve', { note: 'x' }).expect(status);
  }
  expect(await db('payments.refund_requests').where({ payment_id: id })).toEqual([]);
});
