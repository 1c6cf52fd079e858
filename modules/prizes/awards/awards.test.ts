import { describe, expect, it } from 'vitest';
import { createUser } from '#tests/factories/users.ts';
import { testContest } from '#tests/support/contest.ts';
import { untilWaitedFor } from '#tests/support/locks.ts';
import { caller } from '#tests/support/site.ts';
import { prizeData } from './personal-data.ts';

/* What becomes of awards, and what winners and voters see of their own ballots. */

const contest = await testContest({ poolMax: 4 });
const { site, db, modules, prizes, electorate, ranked, cast, end, finalize, won, ripen } = contest;

describe('awards', () => {
  const admin = async () => {
    const user = await createUser(db, { role: 'admin' });
    return caller(site.app, { cookie: await site.cookieOf(user) });
  };

  it('become payable after thirty days, and are paid once', async () => {
    const { voter, id } = await won();
    const office = await admin();
    expect((await modules.prizes.record(voter, 1)).items).toMatchObject([
      { place: 1, entrants: 1, award: { cents: 100, state: 'waiting' } },
    ]);
    expect((await office.post(`/api/admin/awards/${id}/paid`).expect(409)).body.code).toBe('award_not_payable');
    await ripen(id);
    const { body } = await office.get('/api/admin/awards?state=payable').expect(200);
    expect(body.items).toMatchObject([{ id, userId: voter, cents: 100, state: 'payable' }]);
    await office.post(`/api/admin/awards/${id}/paid`).expect(200);
    await office.post(`/api/admin/awards/${id}/paid`).expect(409);
    await office.post(`/api/admin/awards/${id}/withhold`, { reason: 'too late' }).expect(409);
    expect(await db('payments.ledger').where({ kind: 'payout', reference: `award ${id}` })).toHaveLength(1);
    expect(await modules.prizes.recordSummary(voter)).toMatchObject({
      topics: 1,
      bestPlace: 1,
      awards: 1,
      awardedCents: 100,
    });
  });

  it('show where the winner was from when it was won, and nothing once the winner is erased', async () => {
    const [voter = 0] = await electorate(1);
    const person = () => db('accounts.users').where({ id: voter });
    await person().update({ city: 'Sevilla', country: 'ES' });
    await cast(voter, ranked(0), { paid: true });
    await cast((await createUser(db)).id, ranked(0));
    await finalize();
    await person().update({ city: 'Lyon', country: 'FR' });
    const { id: topicId } = contest.topic;
    const shown = async () => {
      const { pools } = await prizes.ofTopic(topicId, null);
      const { winners } = (await prizes.winningsOf(db, [topicId])).get(topicId) ?? {};
      return [pools[0]?.awards[0]?.location, winners?.[0]?.location];
    };
    expect(await shown()).toEqual(['Sevilla, Spain', 'Sevilla, Spain']);
    const [award] = await db('prizes.awards').where({ topic_id: topicId });
    await (await admin()).post(`/api/admin/awards/${award.id}/withhold`, { reason: 'waived' }).expect(200);
    await db.transaction((trx) => prizeData.erase(trx, { id: voter } as never));
    expect(await shown()).toEqual(['Anonymous', 'Anonymous']);
  });

  it('of 600 dollars or more wait for the winner’s identity', async () => {
    const { voter, id } = await won(60_000);
    const office = await admin();
    await ripen(id);
    expect((await office.get('/api/admin/awards?state=kyc').expect(200)).body.items).toMatchObject([{ id }]);
    await office.post(`/api/admin/awards/${id}/paid`).expect(409);
    await db('accounts.users').where({ id: voter }).update({ kyc_status: 'verified' });
    await office.post(`/api/admin/awards/${id}/paid`).expect(200);
  });

  it('can be withheld, with a reason that the winner sees', async () => {
    const { voter, id } = await won();
    const office = await admin();
    expect(
      (await office.post(`/api/admin/awards/${id}/withhold`, { reason: ' ' }).expect(400)).body.errors,
    ).toHaveProperty('reason');
    expect(await modules.prizes.owedAmong(db, [voter])).toEqual(new Set([voter]));
    await office.post(`/api/admin/awards/${id}/withhold`, { reason: 'A second account' }).expect(200);
    expect(await modules.prizes.owedAmong(db, [voter])).toEqual(new Set());
    expect((await modules.prizes.record(voter, 1)).items[0]?.award).toMatchObject({
      state: 'withheld',
      reason: 'A second account',
    });
  });

  it('keep their winner from being erased until they are settled', async () => {
    const { voter, id } = await won();
    const erase = () => db.transaction((trx) => prizeData.erase(trx, { id: voter, email: '', phoneNumber: null }));
    await expect(erase()).rejects.toMatchObject({ code: 'awards_open' });
    await (await admin()).post(`/api/admin/awards/${id}/withhold`, { reason: 'Waived' }).expect(200);
    await erase();
  });

  it('go to nobody who is erased while the topic is finalized', async () => {
    const [leaving = 0, staying = 0] = await electorate(2);
    await cast(leaving, ranked(0, 1), { paid: true });
    await cast(staying, ranked(0, 1));
    await end();
    const erasing = await db.transaction();
    const user = () => erasing('accounts.users').where({ id: leaving });
    await user().forUpdate().first('id');
    await user().update({ erased_at: erasing.fn.now(), suspended_at: erasing.fn.now() });
    const finalizing = prizes.finalize(contest.topic.id).catch((error: Error) => error.message);
    await untilWaitedFor(erasing);
    await erasing.commit();
    expect(await finalizing).toContain('has been erased');
    expect(await db('prizes.contests').where({ topic_id: contest.topic.id })).toEqual([]);
    await prizes.finalize(contest.topic.id); // as the job does again
    expect(await db('prizes.awards').where({ topic_id: contest.topic.id }).pluck('user_id')).toEqual([staying]);
  });
});

describe('one’s own ballots', () => {
  it('are explained place by place, against the others alone', async () => {
    const [me = 0, other = 0, third = 0] = await electorate(3);
    await cast(me, ranked(0, 1, 2));
    await cast(me, ranked(2, 0), { paid: true });
    await cast(other, ranked(2, 0, 1));
    await cast(third, ranked(2, 1, 5));
    await finalize();
    const [free, paid] = await prizes.ownAccuracies(contest.topic.id, me);
    // The others: choice 2 first (20), then 1 (8 + 9 = 17), then 0 (9), then 5 (8).
    expect(free).toMatchObject({ accuracy: 8 + 9 + 6, eligible: true, entrants: 3 });
    expect(free?.places).toEqual([
      { choiceId: contest.topic.choices[0], place: 1, rank: 3, points: 8 },
      { choiceId: contest.topic.choices[1], place: 2, rank: 2, points: 9 },
      { choiceId: contest.topic.choices[2], place: 3, rank: 1, points: 6 },
    ]);
    expect(paid).toMatchObject({ accuracy: 10 + 8, place: null, award: null });
    const [award] = await db('prizes.awards').where({ topic_id: contest.topic.id, user_id: me });
    expect(free?.award).toMatchObject({ cents: award.cents, state: 'waiting', reason: null });
    expect(await prizes.ownAccuracies(contest.topic.id, 999_999)).toEqual([]);
  });
});
