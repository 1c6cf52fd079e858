import { finalizeTopic } from '#modules/prizes/jobs.ts';
import type { Db } from '#src/platform/db.ts';
import { enqueueOnce } from '#src/platform/outbox.ts';
import { addContest, castAll, createElectorate, prove } from '../factories/contests.ts';
import { createTopic, setDates, type TestTopic } from '../factories/topics.ts';
import { createUser, type TestUser } from '../factories/users.ts';
import { expect } from './support.ts';

/* Topics that have been voted on and closed, finalized by the product itself. */

export interface Contest {
  topic: TestTopic;
  name: string;
  /** Has a free Top 3 ballot of the favourites, and two paid Top 5 ballots, the second of outsiders. */
  me: TestUser;
}

let contests = 0;

/** A topic with a crowd's ballots and one voter's own, still open. */
export async function createContest(db: Db, voters = 60): Promise<Contest> {
  contests += 1;
  const name = `Contest ${process.pid} ${contests}`;
  const topic = await createTopic(db, { name });
  await addContest(db, topic, await createElectorate(db, voters));
  const me = await createUser(db);
  await prove(db, [me.id]);
  await db('accounts.users').where({ id: me.id }).update({ city: 'Turku', country: 'FI' });
  const at = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1_000);
  const own = { user_id: me.id };
  await castAll(db, topic.id, [
    { ...own, tier: 3, ranking: topic.choices.slice(0, 3), counted_at: at(90), paid: false },
    { ...own, tier: 5, ranking: topic.choices.slice(0, 5), counted_at: at(80), paid: true },
    { ...own, tier: 5, ranking: topic.choices.slice(7, 12), counted_at: at(70), paid: true },
  ]);
  return { topic, name, me };
}

/** Lets a topic end unless it has, and has the worker make it final at once, without waiting for the sweep that looks for ended topics. */
export async function finalize(db: Db, id: number): Promise<void> {
  await setDates(db, id, { end: 'least(end_date, clock_timestamp())' });
  await enqueueOnce(db, finalizeTopic, { topicId: id });
  const isFinal = async () => (await db('voting.topics').where({ id }).first('results_finalized'))?.results_finalized;
  await expect.poll(isFinal, { timeout: 30_000, intervals: [100] }).toBe(true);
}

let final: Promise<Contest> | undefined;

/** One final contest for all tests that only look at it. */
export function finalContest(db: Db): Promise<Contest> {
  final ??= createContest(db).then(async (contest) => {
    await finalize(db, contest.topic.id);
    return contest;
  });
  return final;
}
