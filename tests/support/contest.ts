import { beforeEach } from 'vitest';
import { prove } from '../factories/contests.ts';
import { closeTopic, createTopic, setDates, type TestTopic } from '../factories/topics.ts';
import { createUsers } from '../factories/users.ts';
import { testSite } from './site.ts';
import { testStripe } from './stripe.ts';

/** A site with a topic, a new one for each test, that is voted on, bought for and closed. Call it at the top of the file. */
export async function testContest({ poolMax = 1 } = {}) {
  const stripe = await testStripe();
  const site = await testSite({ stripe: stripe.access, poolMax });
  const { db, modules } = site;

  const contest = {
    stripe,
    site,
    db,
    modules,
    prizes: modules.prizes,
    topic: { id: 0, choices: [] } as TestTopic,

    /** Voters who may win. */
    async electorate(many: number): Promise<number[]> {
      const ids = await createUsers(db, many);
      await prove(db, ids);
      return ids;
    },

    ranked: (...positions: number[]) => positions.map((position) => contest.topic.choices[position] as number),

    /** Begins to buy a Top 3 ballot in the topic. */
    begin(userId: number, ranking: number[]) {
      const voteItems = ranking.map((choiceId, index) => ({ choiceId, rank: index + 1 }));
      const asked = { topicId: contest.topic.id, tier: 'top3', amount: '2.00', currency: 'USD', voteItems } as const;
      return modules.payments.begin({ id: userId, role: 'user' }, { ...asked, voteItems }, 'en');
    },

    /** Has the buyer's card charged. */
    pay: ({ clientSecret }: { clientSecret: string }) =>
      stripe.controls.confirm(clientSecret.split('_secret_')[0] as string, { card: '4242424242424242' }),

    /** A ballot in the topic, free or paid, as the product would have counted it; the number of its payment. */
    async cast(userId: number, ranking: number[], { paid = false } = {}): Promise<number> {
      if (!paid) {
        const draft = { topicId: contest.topic.id, tier: 'top3', ranking } as const;
        await modules.voting.castFreeBallot({ id: userId, role: 'user' }, draft);
        return 0;
      }
      const begun = await contest.begin(userId, ranking);
      contest.pay(begun);
      await modules.payments.settle(begun.paymentId);
      return begun.paymentId;
    },

    end: () => closeTopic(db, contest.topic.id),

    async finalize() {
      await contest.end();
      await modules.prizes.finalize(contest.topic.id);
    },

    stateOfTopic: () => db('voting.topics').where({ id: contest.topic.id }).first(),

    /** An award of so many cents in the topic, which is final then. */
    async won(cents = 100): Promise<{ voter: number; id: number }> {
      const [voter = 0] = await contest.electorate(1);
      await contest.cast(voter, contest.ranked(0), { paid: true });
      const [other = 0] = await createUsers(db, 1);
      await contest.cast(other, contest.ranked(0));
      await contest.finalize();
      const [award] = await db('prizes.awards').where({ topic_id: contest.topic.id, user_id: voter });
      if (cents !== 100) {
        await db.transaction(async (trx) => {
          await trx('prizes.pools')
            .where({ topic_id: contest.topic.id, tier: 3 })
            .update({ revenue_cents: cents * 2, pool_cents: cents });
          await trx('prizes.awards').where({ id: award.id }).update({ cents });
        });
      }
      return { voter, id: award.id };
    },

    /** Lets the dispute window of an award pass. */
    ripen: (awardId: number) =>
      db('prizes.awards')
        .where({ id: awardId })
        .update({ payable_at: db.raw("now() - interval '1 minute'") }),

    /** As if the topic had ended so long ago that nothing is waited for, and what was paid had been paid before. */
    async longAgo() {
      const dates = { start: "now() - interval '2 hours'", end: "now() - interval '31 minutes'" };
      await setDates(db, contest.topic.id, dates);
      await db('payments.payments')
        .where({ topic_id: contest.topic.id })
        .update({ created_at: db.raw("now() - interval '1 hour'") });
      for (const { id } of stripe.books.charges.newestFirst()) {
        const charge = stripe.books.charges.get(id);
        if (charge?.metadata.topic === String(contest.topic.id))
          stripe.books.charges.put({ ...charge, created: charge.created - 3_000 });
      }
    },
  };

  beforeEach(async () => {
    contest.topic = await createTopic(db, { choices: 6 });
  });
  return contest;
}
