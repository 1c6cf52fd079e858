import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tierSizes, tiers } from '#modules/voting/rules/tiers.ts';
import { buildIfNeeded } from '#scripts/build.ts';
import { endChild, freePort } from '#scripts/services.ts';
import { createTopic } from './factories/topics.ts';
import { createUsers } from './factories/users.ts';
import { testDatabase } from './support/database.ts';
import { processesOn, until } from './support/processes.ts';

/*
 * A ballot that a voter was told is counted is counted, whatever dies afterwards; and where the web process dies before
 * it could tell, the voter finds out by voting again. The web process is killed twice in the middle of its work, once
 * while its ballots are under way in the database, and the worker with it.
 */

const { db, url } = await testDatabase({ poolMax: 10 });
await buildIfNeeded();
const { startWeb: startWebAt, startWorker, cookieOf } = await processesOn(url);
const port = await freePort();
const address = `http://127.0.0.1:${port}`;
const startWeb = async () => (await startWebAt(port)).child;

interface Attempt {
  tier: number;
  ranking: number[];
  /** What came of it: the answer's status and code, or that there was none. */
  answer: string;
}

it('loses no acknowledged ballot, and counts none twice, when web processes are killed while ballots come in', async () => {
  const topic = await createTopic(db);
  const voters = await Promise.all(
    (await createUsers(db, 900)).map(async (id) => ({ id, cookie: await cookieOf(id), attempts: [] as Attempt[] })),
  );
  type Voter = (typeof voters)[number];
  const drafts = fc.sample(
    fc.constantFrom(...tiers).chain((tier) =>
      fc.record({
        tier: fc.constant(tier),
        ranking: fc.shuffledSubarray(topic.choices, { minLength: 1, maxLength: tierSizes[tier] }),
      }),
    ),
    { seed: 7, numRuns: 3_000 },
  );

  /** Sends a ballot; where nobody is there to take it, again in a moment. */
  const attempt = async ({ cookie, attempts }: Voter): Promise<Attempt> => {
    const { tier, ranking } = drafts.pop() ?? { tier: 'top3', ranking: topic.choices.slice(0, 3) };
    const voteItems = ranking.map((choiceId, index) => ({ choiceId, rank: index + 1 }));
    const body = JSON.stringify({ topicId: topic.id, tier, amount: '0.00', voterEmail: '', voteItems });
    const made: Attempt = { tier: tierSizes[tier], ranking, answer: 'none' };
    for (;;) {
      try {
        const response = await fetch(`${address}/api/create-free-vote`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Cookie: cookie },
          body,
        });
        const { code } = (await response.json()) as { code?: string };
        made.answer = [response.status, code].filter(Boolean).join(' ');
      } catch (error) {
        if (((error as Error).cause as { code?: string } | undefined)?.code === 'ECONNREFUSED') {
          await sleep(20);
          continue;
        }
      }
      attempts.push(made);
      return made;
    }
  };

  const attempts = () => voters.flatMap((voter) => voter.attempts);
  const counted = () => attempts().filter(({ answer }) => answer === '201').length;
  const queue = [...voters];
  const sender = async () => {
    for (let voter = queue.pop(); voter; voter = queue.pop()) while ((await attempt(voter)).answer === 'none');
  };

  let web = await startWeb();
  let worker = startWorker();
  const sent = Promise.all(Array.from({ length: 20 }, sender));

  await until(() => counted() >= 200);
  await Promise.all([endChild(web, 'SIGKILL'), endChild(worker, 'SIGKILL')]);
  await until(() => attempts().some(({ answer }) => answer === 'none')); // it was in the middle of its work
  worker = startWorker();
  web = await startWeb();

  // The second time, what is under way is held in the database; it is stored when nobody is left to tell the voters.
  await until(() => counted() >= 500);
  const lock = await db.transaction();
  try {
    await lock.raw('select pg_advisory_xact_lock(7001, ?)', [topic.id]);
    await until(async () => {
      const { rows } = await db.raw<{ rows: unknown[] }>(
        `select from pg_locks where locktype = 'advisory' and classid = 7001 and objid = ? and not granted
            and database = (select oid from pg_database where datname = current_database())`,
        [topic.id],
      );
      return rows.length > 0;
    });
    await sleep(100); // nobody may be told anything now
    await endChild(web, 'SIGKILL');
  } finally {
    await lock.commit();
  }
  await Promise.all([endChild(worker, 'SIGKILL'), startWeb()]);
  await sent;

  const rows = await db('voting.ballots').where({ topic_id: topic.id });
  expect(rows.map((row) => row.user_id).sort((a, b) => a - b)).toEqual(
    voters.map(({ id }) => id).sort((a, b) => a - b),
  );
  expect(new Set(attempts().map(({ answer }) => answer))).toEqual(new Set(['201', 'none', '409 free_vote_used']));
  const ballotOf = new Map(rows.map(({ user_id, tier, ranking }) => [user_id, { tier, ranking }]));
  for (const voter of voters) {
    const { answer, ...ballot } = voter.attempts.at(-1) as Attempt;
    const unknown = voter.attempts.slice(0, -1).map(({ tier, ranking }) => ({ tier, ranking }));
    // Who was told that the ballot counts has that very ballot; who was told of an earlier one had sent it unanswered.
    if (answer === '201') expect(ballotOf.get(voter.id)).toEqual(ballot);
    else expect(unknown).toContainEqual(ballotOf.get(voter.id));
  }
}, 60_000);
