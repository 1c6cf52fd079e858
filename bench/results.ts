import { createVoting } from '#modules/voting/index.ts';
import { createDb, type Db } from '#src/platform/db.ts';
import { fakeStorage } from '#tests/support/storage.ts';
import type { BallotOrder } from './ballot-writer.ts';
import { type Answers, drive, quantile } from './client.ts';
import { addTopic, addVoters, type BenchTopic, fillTopic } from './data.ts';
import { median } from './load.ts';
import type { Bench, Row } from './measurement.ts';

const few = 10_000;
const many = 1_000_000;
const liveSeconds = 10;
const newPerSecond = 300;

/** How long counting takes, and how long those wait who look at the results of a topic while ballots come in. */
export async function results(bench: Bench): Promise<Row[]> {
  const db = createDb(bench.env.DATABASE_URL, 10);
  const newcomers = newPerSecond * liveSeconds;
  const firstVoter = await addVoters(db, many + newcomers);
  const small = await addTopic(db, 'Bench: ten thousand ballots');
  await fillTopic(db, small, firstVoter, few);
  const large = await addTopic(db, 'Bench: a million ballots');
  await fillTopic(db, large, firstVoter, many);
  // Vacuumed as well: else PostgreSQL does it by itself while something is measured.
  await db.raw('vacuum analyze voting.ballots, accounts.users');

  const atFew = await timeTally(db, small);
  const atMany = await timeTally(db, large);
  const live = await watchLive(bench, large, firstVoter + many);
  await db.destroy();
  const { answers } = live;
  return [
    { what: 'tally, 10,000 ballots', value: atFew.tally, unit: 'ms' },
    { what: 'tally, 1,000,000 ballots', value: atMany.tally, unit: 'ms', ceiling: 800 },
    { what: 'growth of the tally, 100 times the ballots', value: atMany.tally / atFew.tally, unit: 'times' },
    { what: 'totals, 1,000,000 ballots', value: atMany.totals, unit: 'ms' },
    { what: 'live results, the first request', value: live.first, unit: 'ms' },
    { what: 'live results, p50', value: quantile(answers, 0.5), unit: 'ms' },
    { what: 'live results, p99', value: quantile(answers, 0.99), unit: 'ms', ceiling: 50 },
    { what: 'live results, slowest', value: quantile(answers, 1), unit: 'ms' },
    { what: 'live results', value: answers.latencies.length / answers.seconds, unit: 'requests/s' },
  ];
}

/** Milliseconds, each the median of 5 after one more; each time by a module that has kept nothing. */
async function timeTally(db: Db, { id }: BenchTopic): Promise<{ tally: number; totals: number }> {
  const times: { tally: number; totals: number }[] = [];
  for (let time = 0; time < 6; time += 1) {
    const { api: voting } = createVoting({ db, storage: fakeStorage() });
    const start = performance.now();
    await voting.topic(id); // counts the totals, which `results` finds kept
    const counted = performance.now();
    await voting.results(id, null);
    times.push({ totals: counted - start, tally: performance.now() - counted });
  }
  times.shift();
  return { tally: median(times.map(({ tally }) => tally)), totals: median(times.map(({ totals }) => totals)) };
}

/** Loads the web process while a process of its own adds ballots to the same topic. */
async function watchLive(
  { web, start }: Bench,
  { id: topicId, choices }: BenchTopic,
  firstVoter: number,
): Promise<{ first: number; answers: Answers }> {
  const path = `/api/topics/${topicId}/results`;
  const request = `GET ${path} HTTP/1.1\r\nHost: ${new URL(web.url).host}\r\nAccept: */*\r\n\r\n`;
  const single = [request];
  const alone = await drive(web.url, { connections: 1, status: 200, next: () => single.pop() });

  const writer = await start('bench/ballot-writer.ts');
  const newcomers = newPerSecond * liveSeconds;
  const ranking = choices.slice(0, 5);
  const order: BallotOrder = { topicId, ranking, firstVoter, many: newcomers, perSecond: newPerSecond };
  const before = await ballotsOf(web.url, topicId);
  const writing = fetch(writer.url, { method: 'POST', body: JSON.stringify(order) });
  const end = performance.now() + liveSeconds * 1000;
  const next = () => (performance.now() < end ? request : undefined);
  const answers = await drive(web.url, { connections: 10, status: 200, next });
  const response = await writing;
  if (!response.ok) throw new Error(`${response.status} from the writer of ballots`);
  await writer.stop();
  const added = (await ballotsOf(web.url, topicId)) - before;
  if (added < newcomers / 2)
    throw new Error(`the results are not live: they show ${added} of ${newcomers} new ballots`);
  return { first: quantile(alone, 1), answers };
}

/** Ballots of a topic in the counts that its results show. */
async function ballotsOf(url: string, topicId: number): Promise<number> {
  const stats = (await (await fetch(`${url}/api/topics/${topicId}/stats`)).json()) as { totalVotes: number };
  return stats.totalVotes;
}
