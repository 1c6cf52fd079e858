import { beforeAll, describe, expect, it } from 'vitest';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { testContest } from '#tests/support/contest.ts';
import { caller } from '#tests/support/site.ts';
import { prizeData } from '../awards/personal-data.ts';

/* What admins see of awards, and what is written down of what they do with them. */

const { site, db, modules, won, ripen } = await testContest();

let admin: TestUser;
let office: ReturnType<typeof caller>;

beforeAll(async () => {
  admin = await createUser(db, { role: 'admin' });
  office = caller(site.app, { cookie: await site.cookieOf(admin) });
});

const get = async (query: string) => (await office.get(`/api/admin/awards?${query}`).expect(200)).body;
const ids = async (query: string) => (await get(query)).items.map(({ id }: { id: number }) => id);
const audited = (id: number) =>
  db('platform.audit')
    .where({ subject_kind: 'award', subject_id: String(id) })
    .orderBy('id');

describe('the table of awards', () => {
  it('shows the winner, the topic, and where each award stands', async () => {
    const { voter, id } = await won();
    const { username } = await db('accounts.users').where({ id: voter }).first('username');
    const topicId = (await db('prizes.awards').where({ id }).first('topic_id')).topic_id;
    expect(await get(`topicId=${topicId}`)).toMatchObject({
      total: 1,
      items: [
        {
          ...{ id, userId: voter, username, topicId, tier: 'top3', place: 1, cents: 100 },
          ...{ state: 'waiting', kycStatus: 'none', decidedAt: null, reason: null },
          topic: { id: topicId },
        },
      ],
    });
    await db('accounts.users').where({ id: voter }).update({ erased_at: db.fn.now(), suspended_at: db.fn.now() });
    expect((await get(`topicId=${topicId}`)).items).toMatchObject([{ userId: voter, username: null }]);
  });

  it('is narrowed by state, winner and topic, and ordered', async () => {
    const small = await won();
    const own = [small.id];
    const { username, email } = await db('accounts.users').where({ id: small.voter }).first('username', 'email');
    expect(await ids(`userId=${small.voter}`)).toEqual(own);
    for (const q of [small.id, `%23${small.id}`, username.toUpperCase(), email])
      expect(await ids(`q=${q}`)).toEqual(own);
    expect(await ids('q=nobody-is-called-this')).toEqual([]);
    expect(await ids(`userId=${small.voter}&state=payable`)).toEqual([]);
    await ripen(small.id);
    expect(await ids(`userId=${small.voter}&state=payable`)).toEqual(own);
    const amounts = async (sort: string) =>
      (await get(`sort=${sort}`)).items.map(({ cents }: { cents: number }) => cents);
    expect(await amounts('cents')).toEqual((await amounts('cents')).toSorted((a: number, b: number) => a - b));
    const times = (await get('sort=-payableAt')).items.map(({ payableAt }: { payableAt: string }) => payableAt);
    expect(times).toEqual(times.toSorted().toReversed());
    for (const wrong of ['state=gone', 'sort=winner', 'topicId=x'])
      await office.get(`/api/admin/awards?${wrong}`).expect(400);
  });

  it('comes 25 a page, in which the state that was asked for is counted', async () => {
    const { id, voter } = await won();
    const { topic_id } = await db('prizes.awards').where({ id }).first('topic_id');
    await db.transaction(async (trx) => {
      await trx.raw('alter table prizes.awards disable trigger user');
      await trx.raw('alter table prizes.awards drop constraint awards_place, drop constraint awards_winner');
      await trx.raw(
        `insert into prizes.awards (topic_id, tier, place, user_id, ballot_id, accuracy, cents, payable_at)
         select topic_id, tier, 1, user_id, ballot_id, accuracy, n, now() from prizes.awards, generate_series(1, 26) as n
          where id = ?`,
        [id],
      );
      await trx.raw('alter table prizes.awards enable trigger user');
    });
    expect(await get(`topicId=${topic_id}&userId=${voter}&state=payable&page=2`)).toMatchObject({
      ...{ total: 26, page: 2, pages: 2 },
      items: [{ cents: 1 }],
    });
  });
});

describe('what admins do with awards', () => {
  it('is written down in the same breath', async () => {
    const { id } = await won();
    await office.post(`/api/admin/awards/${id}/paid`).expect(409);
    expect(await audited(id)).toEqual([]);
    await ripen(id);
    const answers = await Promise.all([1, 2].map(() => office.post(`/api/admin/awards/${id}/paid`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await audited(id)).toMatchObject([
      { actor_id: admin.id, action: 'award_paid', before: { state: 'payable' }, after: { state: 'paid', cents: 100 } },
    ]);
  });

  it('is written down with its reason, which goes with the winner', async () => {
    const { voter, id } = await won();
    await office.post(`/api/admin/awards/${id}/withhold`, { reason: 'A second account' }).expect(200);
    expect(await audited(id)).toMatchObject([
      {
        action: 'award_withheld',
        before: { state: 'waiting' },
        after: { state: 'withheld', reason: 'A second account' },
      },
    ]);
    await db.transaction((trx) => prizeData.erase(trx, { id: voter, email: '', phoneNumber: null }));
    expect(await audited(id)).toMatchObject([{ action: 'award_withheld', before: null, after: null }]);
  });

  it('agrees with the ledger', async () => {
    const lines = async () =>
      (await modules.admin.reconciliation()).lines.filter(({ name }) => name.startsWith('prizes'));
    const difference = async () => (await lines()).map(({ left, right }) => left - right);
    const before = await difference();
    const paid = await won();
    expect(await difference()).toEqual(before);
    await ripen(paid.id);
    await office.post(`/api/admin/awards/${paid.id}/paid`).expect(200);
    expect(await difference()).toEqual(before);
  });
});

describe('the payout list', () => {
  it('names winners and amounts, runs nothing in a spreadsheet, and stands in the audit', async () => {
    const { voter, id } = await won();
    await db('accounts.users')
      .where({ id: voter })
      .update({ username: `=cmd|' /C calc'!A${voter}`, kyc_status: 'pending' });
    const { email } = await db('accounts.users').where({ id: voter }).first('email');
    const { text, headers } = await office.get(`/api/admin/awards/export?userId=${voter}`).expect(200);
    expect(headers['content-disposition']).toContain('podium-awards.csv');
    const [head, line, ...rest] = text.split('\r\n');
    expect(head).toBe(
      '\uFEFFid,winner id,winner,e-mail,us dollars,payable at,identity,state,decided at,reason,topic id,places,place',
    );
    expect(line).toContain(`${id},${voter},'=cmd|' /C calc'!A${voter},${email},1.00,`);
    expect(line).toContain(',pending,waiting,,,');
    expect(rest).toEqual(['']);
    expect((await office.get(`/api/admin/awards/export?userId=${voter}&state=paid`)).text.split('\r\n')).toHaveLength(
      2,
    );
    const entry = await db('platform.audit').where({ action: 'awards_exported' }).orderBy('id').first();
    expect(entry).toMatchObject({ actor_id: admin.id, after: { userId: voter } });
  });
});

it('awards are for admins alone', async () => {
  const { id } = await won();
  for (const [cookie, status] of [
    ['', 401],
    [await site.cookieOf(await createUser(db)), 403],
    [await site.cookieOf(await createUser(db, { role: 'moderator' })), 403],
  ] as const) {
    const other = caller(site.app, { cookie });
    await other.get('/api/admin/awards').expect(status);
    await other.get('/api/admin/awards/export').expect(status);
    await other.post(`/api/admin/awards/${id}/paid`).expect(status);
    await other.post(`/api/admin/awards/${id}/withhold`, { reason: 'x' }).expect(status);
  }
});
