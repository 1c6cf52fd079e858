import { describe, expect, it } from 'vitest';
import { createVoting } from '#modules/voting/index.ts';
import { createTopic, setDates } from '#tests/factories/topics.ts';
import { createUsers } from '#tests/factories/users.ts';
import { testContest } from '#tests/support/contest.ts';
import { fakeStorage } from '#tests/support/storage.ts';

/* The close of a topic: what is counted, frozen and awarded, and who comes too late. */

const contest = await testContest({ poolMax: 10 });
const {
  stripe,
  site,
  db,
  modules,
  prizes,
  electorate,
  ranked,
  begin,
  pay,
  cast,
  end,
  finalize,
  longAgo,
  stateOfTopic,
} = contest;

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
    const of = await prizes.ofTopic(contest.topic.id, { id: second, role: 'user' });
    expect(of).toMatchObject({ ruleVersion: 1, ballots: 4, voters: 4, recountable: false });
    const [top3] = of.pools;
    expect(top3).toMatchObject({ tier: 'top3', ballots: 4, revenueCents: 400, poolCents: 200, entrants: 3 });
    expect(top3?.awards.reduce((sum, { cents }) => sum + cents, 0)).toBe(200);
    expect(top3?.awards.map(({ place }) => place)).toEqual([1, 2, 3]);
    expect(top3?.awards.filter(({ mine }) => mine)).toHaveLength(1);
    expect(top3?.awards[0]).toMatchObject({ location: 'Anonymous' });
    await site.work();
    await site.deliver();
    expect(site.mails.filter(({ subject }) => subject.includes('won'))).toHaveLength(3);
    const owed = await db('payments.ledger').where({ credit: 'prizes' }).sum({ cents: 'usd_cents' });
    expect(Number(owed[0]?.cents)).toBe(200);
  });

  it('writes to each winner once, however often its job comes', async () => {
    const [first = 0, second = 0] = await electorate(2);
    for (const voter of [first, second]) await cast(voter, ranked(0), { paid: true });
    await finalize();
    const letters = () => db('notifications.messages').where({ template: 'award' }).pluck<number[]>('id');
    const before = (await letters()).length;
    await Promise.all([1, 2, 3].map(() => prizes.tellWinners(contest.topic.id)));
    await site.work();
    expect((await letters()).length - before).toBe(2);
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
      await prizes.tellVoters(contest.topic.id);
      await site.deliver();
      expect(told()).toEqual([email]);
    }
  });

  it('happens once, however many do it at the same time', async () => {
    const voters = await electorate(3);
    for (const voter of voters) await cast(voter, ranked(0, 1), { paid: true });
    await end();
    await Promise.all(Array.from({ length: 5 }, () => prizes.finalize(contest.topic.id)));
    await prizes.finalize(contest.topic.id);
    expect(await db('prizes.contests').where({ topic_id: contest.topic.id })).toHaveLength(1);
    expect(await db('prizes.awards').where({ topic_id: contest.topic.id })).toHaveLength(3);
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
    expect(jobs.filter(({ topicId }) => topicId === contest.topic.id)).toHaveLength(1);
    expect(jobs.filter(({ topicId }) => [always.id, cancelled.id].includes(topicId))).toEqual([]);
    for (const id of [always.id, cancelled.id]) {
      await prizes.finalize(id);
      expect((await db('voting.topics').where({ id }).first()).results_finalized).toBe(false);
    }
  });

  it('waits for payments under way, but not for ever', async () => {
    const [voter = 0] = await electorate(1);
    await begin(voter, ranked(0));
    await finalize();
    expect((await stateOfTopic()).results_finalized).toBe(false);
    await setDates(db, contest.topic.id, { end: "clock_timestamp() - interval '31 minutes'" });
    await prizes.finalize(contest.topic.id);
    expect((await stateOfTopic()).results_finalized).toBe(true);
  });

  it('either holds a payment that is settled at the same time, or gives it back', async () => {
    const ends = { counted: 0, refunded: 0 };
    for (let round = 0; round < 12; round++) {
      contest.topic = await createTopic(db, { choices: 3, closesIn: 3_600 });
      const voters = await electorate(4);
      const begun = await Promise.all(voters.map((id) => begin(id, ranked(0))));
      for (const payment of begun) pay(payment);
      await longAgo(); // the provider dates them before the end, and the finalizer has waited long enough
      // The later the finalizer comes, the more payments are before it.
      const finalizing = new Promise((resolve) => setTimeout(resolve, 6 * round)).then(() =>
        prizes.finalize(contest.topic.id),
      );
      await Promise.all([finalizing, ...begun.map(({ paymentId }) => modules.payments.settle(paymentId))]);
      const statuses = await db('payments.payments').where({ topic_id: contest.topic.id }).pluck<string[]>('status');
      const ballots = await db('voting.ballots')
        .where({ topic_id: contest.topic.id })
        .whereNull('voided_at')
        .orderBy('id')
        .pluck('id');
      expect(statuses.filter((status) => status === 'succeeded')).toHaveLength(ballots.length);
      expect(statuses.every((status) => status === 'succeeded' || status === 'refunded')).toBe(true);
      expect(
        await db('prizes.entries').where({ topic_id: contest.topic.id }).orderBy('ballot_id').pluck('ballot_id'),
      ).toEqual(ballots);
      const [pool] = await db('prizes.pools').where({ topic_id: contest.topic.id, tier: 3 });
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
    const begun = await begin(early, ranked(0, 1));
    const { id: charge } = pay(begun);
    for (const paid of stripe.books.charges.of(charge)) {
      stripe.books.charges.put({ ...paid, created: paid.created - 60 });
    }
    await cast(late, ranked(0, 1));
    await modules.payments.settle(begun.paymentId);
    await finalize();
    const places = await db('prizes.entries').where({ topic_id: contest.topic.id }).orderBy('place').pluck('user_id');
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
    expect(await db('prizes.awards').where({ topic_id: contest.topic.id }).pluck('user_id')).toEqual([fine]);
    const { pools } = await prizes.ofTopic(contest.topic.id, null);
    expect(pools[0]).toMatchObject({ entrants: 1, poolCents: 500, awards: [{ cents: 500 }] });
  });

  it('awards nothing where nobody entered, and says so', async () => {
    const [voter = 0] = await createUsers(db, 1);
    await cast(voter, ranked(0), { paid: true });
    await finalize();
    const { pools } = await prizes.ofTopic(contest.topic.id, null);
    expect(pools[0]).toMatchObject({ poolCents: 100, entrants: 0, awards: [] });
  });

  it('takes neither ballots nor money afterwards', async () => {
    const [voter = 0] = await electorate(1);
    await finalize();
    await expect(cast(voter, ranked(0))).rejects.toMatchObject({ code: 'voting_closed' });
    await expect(
      db('voting.topics')
        .where({ id: contest.topic.id })
        .update({ end_date: db.raw("now() + interval '1 day'") }),
    ).rejects.toMatchObject({ constraint: 'closed_fixed' });
    await expect(
      db('voting.topics').where({ id: contest.topic.id }).update({ results_finalized: false }),
    ).rejects.toThrow();
  });

  it('holds the sum of the awards in the database', async () => {
    const [voter = 0] = await electorate(1);
    await cast(voter, ranked(0), { paid: true });
    const [other = 0] = await electorate(1);
    await cast(other, ranked(0));
    await finalize();
    await expect(db('prizes.awards').where({ topic_id: contest.topic.id }).update({ cents: 1 })).rejects.toThrow(
      'awards of',
    );
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
      const voting = createVoting({ db, storage: fakeStorage() }).api; // as another process, which has counted nothing yet
      return [
        await voting.results(contest.topic.id, null),
        await voting.ballotStats(contest.topic.id, null),
        (await voting.headToHead(contest.topic.id, null)).map(({ id, above }) => ({
          id,
          above: above.filter(({ ballots }) => ballots > 0).toSorted((a, b) => a.id - b.id),
        })),
      ];
    };
    const before = await look();
    await prizes.finalize(contest.topic.id);
    expect(await look()).toEqual(before);
  });
});
