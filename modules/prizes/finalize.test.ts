import { beforeEach, describe, expect, it } from 'vitest';
import { closeTopic, createTopic, setDates, type TestTopic } from '../../tests/factories/topics.ts';
import { createUser, createUsers } from '../../tests/factories/users.ts';
import { caller, testSite } from '../../tests/support/site.ts';
import { testStripe } from '../../tests/support/stripe.ts';
import { createVoting } from '../voting/index.ts';
import { createPrizeData } from './personal-data.ts';
import { Bundle } from './rules/bundle.ts';
import { recount } from './rules/recount.ts';

/* The close of a topic, from its last ballot to what everybody can recount. */

const stripe = await testStripe();
const site = await testSite({ stripe: stripe.access });
const { db, modules } = site;
const { prizes } = modules;

let topic: TestTopic;

beforeEach(async () => {
  topic = await createTopic(db, { choices: 6 });
});

/** Voters who may win. */
async function electorate(many: number): Promise<number[]> {
  const ids = await createUsers(db, many);
  await db('accounts.users')
    .whereIn('id', ids)
    .update({
      email_verified_at: db.raw("now() - interval '1 day'"),
      phone_verified_at: db.raw("now() - interval '1 day'"),
      phone_number: db.raw("'+3460' || lpad(id::text, 7, '0')"),
    });
  return ids;
}

const ranked = (...positions: number[]) => positions.map((position) => topic.choices[position] as number);

/** A ballot in the topic, free or paid, as the product would have counted it. */
async function cast(userId: number, ranking: number[], { tier = 'top3' as const, paid = false } = {}) {
  const viewer = { id: userId, role: 'user' as const };
  if (!paid) return modules.voting.castFreeBallot(viewer, { topicId: topic.id, tier, ranking });
  const voteItems = ranking.map((choiceId, index) => ({ choiceId, rank: index + 1 }));
  const { paymentId, clientSecret } = await modules.payments.begin(
    viewer,
    { topicId: topic.id, tier, amount: '2.00', currency: 'USD', voteItems },
    'en',
  );
  stripe.controls.confirm(clientSecret.split('_secret_')[0] as string, { card: '4242424242424242' });
  await modules.payments.settle(paymentId);
}

const end = () => closeTopic(db, topic.id);
const finalize = async () => {
  await end();
  await prizes.finalize(topic.id);
};
const stateOfTopic = () => db('voting.topics').where({ id: topic.id }).first();

describe('the close', () => {
  it('freezes results, pools and awards, and tells the winners', async () => {
    const voters = await electorate(4);
    const [first = 0, second = 0, third = 0, fourth = 0] = voters;
    await cast(first, ranked(0, 1, 2));
    await cast(second, ranked(0, 2, 1), { paid: true });
    await cast(third, ranked(1, 0, 2), { paid: true });
    await cast(fourth, ranked(5));
    await finalize();
    expect(await stateOfTopic()).toMatchObject({ results_finalized: true, finalized_at: expect.any(Date) });
    const of = await prizes.ofTopic(topic.id, { id: second, role: 'user' });
    expect(of).toMatchObject({ ruleVersion: 1, ballots: 4, voters: 4, recountable: false });
    const [top3] = of.pools;
    expect(top3).toMatchObject({ tier: 'top3', ballots: 4, revenueCents: 400, poolCents: 200, entrants: 3 });
    expect(top3?.awards.reduce((sum, { cents }) => sum + cents, 0)).toBe(200);
    expect(top3?.awards.map(({ place }) => place)).toEqual([1, 2, 3]);
    expect(top3?.awards.filter(({ mine }) => mine)).toHaveLength(1);
    expect(top3?.awards[0]).toMatchObject({ location: 'Anonymous' });
    await site.deliver();
    expect(site.mails.filter(({ subject }) => subject.includes('won'))).toHaveLength(3);
    const owed = await db('payments.ledger').where({ credit: 'prizes' }).sum({ cents: 'usd_cents' });
    expect(Number(owed[0]?.cents)).toBe(200);
  });

  it('tells the voters who want to hear of it, each once', async () => {
    const [winner = 0, keen = 0, quiet = 0] = await electorate(3);
    for (const voter of [winner, keen, quiet]) await cast(voter, ranked(0, 1));
    await finalize();
    const { email } = await db('accounts.users').where({ id: keen }).first('email');
    await db('notifications.subscriptions').insert({
      ...{ channel: 'email', address: email.toUpperCase(), service: true, marketing: false },
      ...{ language: 'en', privacy_version: 'test', terms_version: 'test' },
    });
    const told = () => site.mails.filter(({ subject }) => subject.startsWith('The results of')).map(({ to }) => to);
    for (let again = 0; again < 2; again++) {
      await prizes.tellVoters(topic.id);
      await site.deliver();
      expect(told()).toEqual([email]);
    }
  });

  it('happens once, however many do it at the same time', async () => {
    const voters = await electorate(3);
    for (const voter of voters) await cast(voter, ranked(0, 1), { paid: true });
    await end();
    await Promise.all(Array.from({ length: 5 }, () => prizes.finalize(topic.id)));
    await prizes.finalize(topic.id);
    expect(await db('prizes.contests').where({ topic_id: topic.id })).toHaveLength(1);
    expect(await db('prizes.awards').where({ topic_id: topic.id })).toHaveLength(3);
  });

  it('is found by the sweep, once, and not for others', async () => {
    const [voter = 0] = await electorate(1);
    await cast(voter, ranked(0));
    const always = await createTopic(db, { opensIn: null, closesIn: null });
    const cancelled = await createTopic(db, { closesIn: -10 });
    await db('voting.topics').where({ id: cancelled.id }).update({ cancelled_at: db.fn.now() });
    await end();
    await prizes.findEnded();
    await prizes.findEnded();
    const jobs = await db('platform.outbox').where({ job: 'prizes.finalize' }).pluck('payload');
    expect(jobs.filter(({ topicId }) => topicId === topic.id)).toHaveLength(1);
    expect(jobs.filter(({ topicId }) => [always.id, cancelled.id].includes(topicId))).toEqual([]);
    for (const id of [always.id, cancelled.id]) {
      await prizes.finalize(id);
      expect((await db('voting.topics').where({ id }).first()).results_finalized).toBe(false);
    }
  });

  it('waits for payments under way, but not for ever', async () => {
    const [voter = 0] = await electorate(1);
    const viewer = { id: voter, role: 'user' as const };
    const voteItems = [{ choiceId: topic.choices[0] as number, rank: 1 }];
    await modules.payments.begin(
      viewer,
      { topicId: topic.id, tier: 'top3', amount: '2.00', currency: 'USD', voteItems },
      'en',
    );
    await finalize();
    expect((await stateOfTopic()).results_finalized).toBe(false);
    await setDates(db, topic.id, { end: "clock_timestamp() - interval '31 minutes'" });
    await prizes.finalize(topic.id);
    expect((await stateOfTopic()).results_finalized).toBe(true);
  });

  it('either holds a payment that is settled at the same time, or gives it back', async () => {
    const ends = { counted: 0, refunded: 0 };
    for (let round = 0; round < 12; round++) {
      topic = await createTopic(db, { choices: 3, closesIn: 3_600 });
      const voters = await electorate(4);
      const begun = await Promise.all(
        voters.map(async (id) => {
          const voteItems = [{ choiceId: topic.choices[0] as number, rank: 1 }];
          const asked = { topicId: topic.id, tier: 'top3', amount: '2.00', currency: 'USD', voteItems } as const;
          return modules.payments.begin({ id, role: 'user' }, { ...asked, voteItems }, 'en');
        }),
      );
      for (const { clientSecret } of begun) {
        stripe.controls.confirm(clientSecret.split('_secret_')[0] as string, { card: '4242424242424242' });
      }
      // The provider dates them before the end, and the finalizer has waited long enough.
      const dates = { start: "now() - interval '2 hours'", end: "now() - interval '31 minutes'" };
      await setDates(db, topic.id, dates);
      await db('payments.payments')
        .where({ topic_id: topic.id })
        .update({ created_at: db.raw("now() - interval '1 hour'") });
      for (const { id } of stripe.books.charges.newestFirst()) {
        const charge = stripe.books.charges.get(id);
        if (charge?.metadata.topic === String(topic.id))
          stripe.books.charges.put({ ...charge, created: charge.created - 3_000 });
      }
      // The later the finalizer comes, the more payments are before it.
      const finalizing = new Promise((resolve) => setTimeout(resolve, 6 * round)).then(() => prizes.finalize(topic.id));
      await Promise.all([finalizing, ...begun.map(({ paymentId }) => modules.payments.settle(paymentId))]);
      const statuses = await db('payments.payments').where({ topic_id: topic.id }).pluck<string[]>('status');
      const ballots = await db('voting.ballots')
        .where({ topic_id: topic.id })
        .whereNull('voided_at')
        .orderBy('id')
        .pluck('id');
      expect(statuses.filter((status) => status === 'succeeded')).toHaveLength(ballots.length);
      expect(statuses.every((status) => status === 'succeeded' || status === 'refunded')).toBe(true);
      expect(await db('prizes.entries').where({ topic_id: topic.id }).orderBy('ballot_id').pluck('ballot_id')).toEqual(
        ballots,
      );
      const [pool] = await db('prizes.pools').where({ topic_id: topic.id, tier: 3 });
      expect(pool.revenue_cents).toBe(ballots.length * 200);
      ends.counted += ballots.length;
      ends.refunded += statuses.length - ballots.length;
    }
    expect(ends.counted).toBeGreaterThan(0);
    expect(ends.refunded).toBeGreaterThan(0);
  });

  it('puts the earlier of equals first, by the time of the payment and not by when it was heard of', async () => {
    const [early = 0, late = 0, other = 0] = await electorate(3);
    await cast(other, ranked(0, 1));
    const viewer = { id: early, role: 'user' as const };
    const voteItems = ranked(0, 1).map((choiceId, index) => ({ choiceId, rank: index + 1 }));
    const asked = { topicId: topic.id, tier: 'top3', amount: '2.00', currency: 'USD', voteItems } as const;
    const { paymentId, clientSecret } = await modules.payments.begin(viewer, { ...asked, voteItems }, 'en');
    const { id: charge } = stripe.controls.confirm(clientSecret.split('_secret_')[0] as string, {
      card: '4242424242424242',
    });
    for (const paid of stripe.books.charges.of(charge)) {
      stripe.books.charges.put({ ...paid, created: paid.created - 60 });
    }
    await cast(late, ranked(0, 1));
    await modules.payments.settle(paymentId);
    await finalize();
    const places = await db('prizes.entries').where({ topic_id: topic.id }).orderBy('place').pluck('user_id');
    expect(places).toEqual([early, other, late]);
  });

  it('gives prizes to those alone who may win', async () => {
    const [fine = 0, phoneless = 0, lateMail = 0, suspended = 0, admin = 0] = await electorate(5);
    for (const voter of [fine, phoneless, lateMail, suspended, admin])
      await cast(voter, ranked(0, 1, 2), { paid: true });
    await db('accounts.users').where({ id: phoneless }).update({ phone_number: null, phone_verified_at: null });
    await db('accounts.users')
      .where({ id: lateMail })
      .update({ email_verified_at: db.raw("now() + interval '1 hour'") });
    await db('accounts.users').where({ id: suspended }).update({ suspended_at: db.fn.now() });
    await db('accounts.users').where({ id: admin }).update({ role: 'admin' });
    await finalize();
    expect(await db('prizes.awards').where({ topic_id: topic.id }).pluck('user_id')).toEqual([fine]);
    const { pools } = await prizes.ofTopic(topic.id, null);
    expect(pools[0]).toMatchObject({ entrants: 1, poolCents: 500, awards: [{ cents: 500 }] });
  });

  it('awards nothing where nobody entered, and says so', async () => {
    const [voter = 0] = await createUsers(db, 1);
    await cast(voter, ranked(0), { paid: true });
    await finalize();
    const { pools } = await prizes.ofTopic(topic.id, null);
    expect(pools[0]).toMatchObject({ poolCents: 100, entrants: 0, awards: [] });
  });

  it('takes neither ballots nor money afterwards', async () => {
    const [voter = 0] = await electorate(1);
    await finalize();
    await expect(cast(voter, ranked(0))).rejects.toMatchObject({ code: 'voting_closed' });
    await expect(
      db('voting.topics')
        .where({ id: topic.id })
        .update({ end_date: db.raw("now() + interval '1 day'") }),
    ).rejects.toMatchObject({ constraint: 'closed_fixed' });
    await expect(db('voting.topics').where({ id: topic.id }).update({ results_finalized: false })).rejects.toThrow();
  });

  it('holds the sum of the awards in the database', async () => {
    const [voter = 0] = await electorate(1);
    await cast(voter, ranked(0), { paid: true });
    const [other = 0] = await electorate(1);
    await cast(other, ranked(0));
    await finalize();
    await expect(db('prizes.awards').where({ topic_id: topic.id }).update({ cents: 1 })).rejects.toThrow('awards of');
  });
});

describe('what was frozen', () => {
  it('is what was counted before', async () => {
    const voters = await electorate(12);
    for (const [index, voter] of voters.entries()) {
      const ranking = [index % 6, (index + 2) % 6, (index * 3 + 1) % 6].filter(
        (at, nth, all) => all.indexOf(at) === nth,
      );
      await cast(voter, ranked(...ranking), { paid: index % 4 === 0 });
    }
    await end();
    const look = async () => {
      const voting = createVoting({ db }); // as another process, which has counted nothing yet
      return [
        await voting.results(topic.id, null),
        await voting.stats(topic.id, null),
        (await voting.headToHead(topic.id, null)).map(({ id, above }) => ({
          id,
          above: above.filter(({ ballots }) => ballots > 0).toSorted((a, b) => a.id - b.id),
        })),
      ];
    };
    const before = await look();
    await prizes.finalize(topic.id);
    expect(await look()).toEqual(before);
  });
});

describe('the bundle', () => {
  it('is recounted to what was frozen, and tells nobody who somebody is', async () => {
    const voters = await electorate(60);
    for (const [index, voter] of voters.entries()) {
      await cast(
        voter,
        ranked(index % 6, (index + 1) % 6, (index * 5 + 2) % 6).filter((id, at, all) => all.indexOf(id) === at),
        {
          paid: index % 7 === 0,
        },
      );
      if (index % 9 === 0) await cast(voter, ranked(1, 2), { paid: true });
    }
    const address = `/api/topics/${topic.id}/bundle`;
    expect((await caller(site.app).get(address).expect(403)).body.code).toBe('results_not_final');
    await finalize();
    const response = await caller(site.app).get(address).set('Accept-Encoding', 'gzip').expect(200);
    expect(response.headers['cache-control']).toContain('immutable');
    expect(response.headers['content-encoding']).toBe('gzip');
    const bundle = Bundle.parse(response.body);
    expect(bundle.ballots).toHaveLength(67);
    expect(recount(bundle)).toMatchObject({ matches: true, ballots: 67, voters: 60 });
    expect(Object.keys(response.body.ballots[0]).toSorted()).toEqual(
      ['accuracy', 'ballot', 'eligible', 'order', 'paid', 'ranking', 'reference', 'tier', 'voter'].toSorted(),
    );
    const aliases = bundle.ballots.map(({ ballot }) => ballot);
    expect(aliases).toEqual(
      aliases.toSorted((a, b) => Buffer.from(a, 'base64url').compare(Buffer.from(b, 'base64url'))),
    );
    // What one topic calls somebody, no other does.
    const before = new Set(bundle.ballots.map(({ voter }) => voter));
    topic = await createTopic(db, { choices: 6 });
    for (const voter of voters) await cast(voter, ranked(0, 1));
    await finalize();
    const { body } = await caller(site.app).get(`/api/topics/${topic.id}/bundle`).expect(200);
    expect(body.ballots.some(({ voter }: { voter: string }) => before.has(voter))).toBe(false);
  });

  it('of few voters is not given out', async () => {
    for (const voter of await electorate(49)) await cast(voter, ranked(0));
    await finalize();
    expect((await caller(site.app).get(`/api/topics/${topic.id}/bundle`).expect(404)).body.code).toBe('too_few_voters');
    await caller(site.app).get('/api/topics/999999/bundle').expect(404);
  });
});

describe('awards', () => {
  const won = async (cents = 100) => {
    const [voter = 0] = await electorate(1);
    await cast(voter, ranked(0), { paid: true });
    const [other = 0] = await createUsers(db, 1);
    await cast(other, ranked(0));
    await finalize();
    const [award] = await db('prizes.awards').where({ topic_id: topic.id, user_id: voter });
    if (cents !== 100) {
      await db.transaction(async (trx) => {
        await trx('prizes.pools')
          .where({ topic_id: topic.id, tier: 3 })
          .update({ revenue_cents: cents * 2, pool_cents: cents });
        await trx('prizes.awards').where({ id: award.id }).update({ cents });
      });
    }
    return { voter, id: award.id as number };
  };
  const admin = async () => {
    const user = await createUser(db, { role: 'admin' });
    return caller(site.app, { cookie: await site.cookieOf(user) });
  };
  const ripen = (id: number) =>
    db('prizes.awards')
      .where({ id })
      .update({ payable_at: db.raw("now() - interval '1 minute'") });

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
    expect(await modules.prizes.hasOpenAwards(voter)).toBe(true);
    await office.post(`/api/admin/awards/${id}/withhold`, { reason: 'A second account' }).expect(200);
    expect(await modules.prizes.hasOpenAwards(voter)).toBe(false);
    expect((await modules.prizes.record(voter, 1)).items[0]?.award).toMatchObject({
      state: 'withheld',
      reason: 'A second account',
    });
  });

  it('keep their winner from being erased until they are settled', async () => {
    const { voter, id } = await won();
    const erase = () =>
      db.transaction((trx) => createPrizeData(db).erase(trx, { id: voter, email: '', phoneNumber: null }));
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
    const finalizing = prizes.finalize(topic.id).catch((error: Error) => error.message);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await erasing.commit();
    expect(await finalizing).toContain('has been erased');
    expect(await db('prizes.contests').where({ topic_id: topic.id })).toEqual([]);
    await prizes.finalize(topic.id); // as the job does again
    expect(await db('prizes.awards').where({ topic_id: topic.id }).pluck('user_id')).toEqual([staying]);
  });

  it('are for admins to see', async () => {
    const { id } = await won();
    for (const [cookie, status] of [
      ['', 401],
      [await site.cookieOf(await createUser(db)), 403],
      [await site.cookieOf(await createUser(db, { role: 'moderator' })), 403],
    ] as const) {
      const other = caller(site.app, { cookie });
      await other.get('/api/admin/awards').expect(status);
      await other.post(`/api/admin/awards/${id}/paid`).expect(status);
      await other.post(`/api/admin/awards/${id}/withhold`, { reason: 'x' }).expect(status);
    }
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
    const [free, paid] = await prizes.ownAccuracies(topic.id, me);
    // The others: choice 2 first (20), then 1 (8 + 9 = 17), then 0 (9), then 5 (8).
    expect(free).toMatchObject({ accuracy: 8 + 9 + 6, eligible: true, entrants: 3 });
    expect(free?.places).toEqual([
      { choiceId: topic.choices[0], place: 1, rank: 3, points: 8 },
      { choiceId: topic.choices[1], place: 2, rank: 2, points: 9 },
      { choiceId: topic.choices[2], place: 3, rank: 1, points: 6 },
    ]);
    expect(paid).toMatchObject({ accuracy: 10 + 8, place: null, award: null });
    const [award] = await db('prizes.awards').where({ topic_id: topic.id, user_id: me });
    expect(free?.award).toMatchObject({ cents: award.cents, state: 'waiting', reason: null });
    expect(await prizes.ownAccuracies(topic.id, 999_999)).toEqual([]);
  });
});
