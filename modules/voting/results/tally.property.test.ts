import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTopic } from '#tests/factories/topics.ts';
import { createUsers } from '#tests/factories/users.ts';
import { testDatabase } from '#tests/support/database.ts';
import { fakeStorage } from '#tests/support/storage.ts';
import { createVoting } from '../index.ts';
import { countPlaces, tally } from '../rules/tally.ts';
import { tierOfSize, tierSizes, tiers } from '../rules/tiers.ts';

/* What the database counts is what the rules count: two ways to one ranking, for crowds large, small and at odds. */

const { db } = await testDatabase();

interface Ballot {
  /** Positions of choices, the first place first. */
  order: number[];
  tier: number;
  voided: boolean;
}

const ballotOver = (choices: number): fc.Arbitrary<Ballot> =>
  fc.constantFrom(...tiers).chain((tier) =>
    fc.record({
      order: fc.shuffledSubarray([...Array(choices).keys()], {
        minLength: 1,
        maxLength: Math.min(choices, tierSizes[tier]),
      }),
      tier: fc.constant(tierSizes[tier] as number),
      voided: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
    }),
  );

const crowd = (choices: { min: number; max: number }, ballots: { minLength?: number; maxLength: number }) =>
  fc.integer(choices).chain((count) =>
    fc.record({
      choices: fc.constant(count),
      ballots: fc.array(ballotOver(count), { ...ballots, size: 'max' }),
    }),
  );
const large = crowd({ min: 8, max: 14 }, { minLength: 30, maxLength: 120 });
const small = crowd({ min: 2, max: 4 }, { maxLength: 5 });
/** Every ballot stands against its mirror image, so that choices tie, some down to the last place. */
const atOdds = small.map(({ choices, ballots }) => ({
  choices,
  ballots: ballots.flatMap((ballot) => [ballot, { ...ballot, order: ballot.order.toReversed() }]),
}));

/** Puts ballots into a topic as they would have come, each of another voter; some of them are voided. */
async function insert(topicId: number, ballots: (Omit<Ballot, 'order'> & { ranking: number[] })[]): Promise<void> {
  const users = await createUsers(db, ballots.length);
  const rows = ballots.map(({ ranking, tier }, index) => ({ topic_id: topicId, user_id: users[index], tier, ranking }));
  if (rows.length > 0) await db('voting.ballots').insert(rows);
  await db('voting.ballots')
    .where({ topic_id: topicId })
    .whereIn(
      'user_id',
      users.filter((_, index) => ballots[index]?.voided),
    )
    .update({ voided_at: db.fn.now(), void_reason: 'test' });
}

it('the database’s results are those of the rules, voided ballots left out and ties included', async () => {
  const met = { voided: 0, atPoints: 0, atEverything: 0 };
  await fc.assert(
    fc.asyncProperty(fc.oneof(large, small, atOdds), async (given) => {
      const topic = await createTopic(db, { opensIn: null, closesIn: null, choices: given.choices });
      const ballots = given.ballots.map(({ order, tier, voided }) => ({
        ranking: order.map((position) => topic.choices[position] as number),
        tier,
        voided,
      }));
      await insert(topic.id, ballots);
      const counted = ballots.filter(({ voided }) => !voided);
      const places = countPlaces(counted.map(({ ranking }) => ranking));
      const expected = tally(topic.choices, places);

      const { api: voting } = createVoting({ db, storage: fakeStorage() }); // a fresh one keeps nothing
      const rows = await voting.results(topic.id, null);
      expect(rows.map(({ id, rank, totalPoints, totalVotes }) => [id, rank, totalPoints, totalVotes])).toEqual(
        expected.map(({ choiceId, rank, totalPoints, totalVotes }) => [choiceId, rank, totalPoints, totalVotes]),
      );
      const { totalVotes, tierBreakdown } = await voting.ballotStats(topic.id, null);
      expect(totalVotes).toBe(counted.length);
      for (const { tier, count } of tierBreakdown)
        expect(count).toBe(counted.filter((ballot) => tierOfSize(ballot.tier) === tier).length);

      met.voided += ballots.length - counted.length;
      const ranked = expected.filter((row) => row.totalVotes > 0);
      const tied = ranked.filter((row, index) => row.totalPoints === ranked[index + 1]?.totalPoints);
      met.atPoints += tied.length;
      met.atEverything += tied.filter(
        (row) => String(places.get(row.choiceId)) === String(places.get(ranked[row.rank]?.choiceId ?? 0)),
      ).length;
    }),
    { seed: 20261121, numRuns: 15 },
  );
  // The crowds were such as the sentence above says.
  expect(met.voided).toBeGreaterThan(0);
  expect(met.atEverything).toBeGreaterThan(0);
  expect(met.atPoints).toBeGreaterThan(met.atEverything);
});
