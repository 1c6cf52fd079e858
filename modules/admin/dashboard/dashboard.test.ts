import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTopic } from '#tests/factories/topics.ts';
import { createUser } from '#tests/factories/users.ts';
import { caller, testSite } from '#tests/support/site.ts';
import type { AdminStats, LiveResults } from '../contract/index.ts';

const { app, db, cookieOf } = await testSite();
const admin = await createUser(db, { role: 'admin' });
const cookie = await cookieOf(admin);
const desk = caller(app, { cookie });
const server = app.listen(0, '127.0.0.1');
beforeAll(
  () => new Promise<void>((resolve) => void (server.listening ? resolve() : server.once('listening', resolve))),
);
afterAll(() => void server.close());

const vote = async (topic: { id: number; choices: number[] }) => {
  const voter = caller(app, { cookie: await cookieOf(await createUser(db)) });
  const voteItems = topic.choices.slice(0, 3).map((choiceId, index) => ({ choiceId, rank: index + 1 }));
  await voter.post('/api/create-free-vote', { topicId: topic.id, tier: 'top3', voteItems }).expect(201);
};

/** Listens as a browser does, until `enough` says so; `begun` is called when something has come. */
async function listen(query: string, enough: (event: string, data: never) => boolean, begun = () => {}): Promise<void> {
  const { port } = server.address() as AddressInfo;
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new Error('it never came')), 12_000);
  const response = await fetch(`http://127.0.0.1:${port}/api/admin/live${query}`, {
    headers: { Cookie: cookie },
    signal: stop.signal,
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += new TextDecoder().decode(chunk);
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    const events = parts.flatMap((part) => {
      const found = /^event: (\w+)\ndata: (.+)$/s.exec(part);
      return found ? [[found[1] as string, JSON.parse(found[2] as string)] as const] : [];
    });
    if (events.length > 0) begun();
    if (events.some(([event, data]) => enough(event, data as never))) break;
  }
  clearTimeout(timer);
  stop.abort();
}

describe('the dashboard', () => {
  it('counts topics, choices, users and ballots, and tells the newest without what they rank', async () => {
    const topic = await createTopic(db, { name: 'Counted', category: 'food', choices: 4 });
    await vote(topic);
    const stats = (await desk.get('/api/admin/stats').expect(200)).body as AdminStats;
    expect(stats).toMatchObject({ totalTopics: 1, totalChoices: 4, totalVotes: 1, totalRevenue: 0, totalUsers: 2 });
    expect(stats.days).toHaveLength(30);
    expect(stats.days.at(-1)).toEqual({ day: new Date().toISOString().slice(0, 10), votes: 1, revenue: 0 });
    expect(stats.registrations.at(-1)?.users).toBe(2);
    expect(stats.byCategory.find(({ category }) => category === 'food')?.votes).toBe(1);
    expect(stats.byTier).toContainEqual({ tier: 'top3', votes: 1, revenue: 0 });
    expect(Object.keys(stats.recentVotes[0] ?? {}).sort()).toEqual([
      'amount',
      'createdAt',
      'id',
      'tier',
      'topicId',
      'topicName',
    ]);
    expect(stats.topPerformingTopics).toEqual([{ id: topic.id, name: 'Counted', totalVotes: 1, totalRevenue: 0 }]);
  });

  it('moves by itself when a ballot is cast, and so do the results of the topic that is watched', async () => {
    const topic = await createTopic(db, { choices: 3 });
    const before = ((await desk.get('/api/admin/stats')).body as AdminStats).totalVotes;
    const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const moved = (event: string, stats: AdminStats) => event === 'stats' && stats.totalVotes > before;
    const figures = listen('', moved, one.resolve);
    const counted = (event: string, live: LiveResults) =>
      event === 'results' && live.topicId === topic.id && live.results[0]?.totalPoints === 10;
    const standing = listen(`?topicId=${topic.id}`, counted, other.resolve);
    await Promise.all([one.promise, other.promise]);
    await vote(topic);
    await Promise.all([figures, standing]);
  });

  it('refuses to watch a topic that is not there', async () => {
    await desk.get('/api/admin/live?topicId=2000000000').expect(404);
    await desk.get('/api/admin/live?topicId=x').expect(400);
  });
});

describe('a live dashboard ends', () => {
  it.each([
    ['when the right to it ends', async (id: number) => db('accounts.users').where({ id }).update({ role: 'user' })],
    [
      'when its session ends',
      async (_id: number, own: string) => caller(app, { cookie: own }).post('/api/auth/logout'),
    ],
    ['when all sessions end', async (id: number) => db('accounts.users').where({ id }).increment('session_version', 1)],
  ] as const)('%s, before anything more is told', async (_when, end) => {
    const watcher = await createUser(db, { role: 'admin' });
    const own = await cookieOf(watcher);
    const topic = await createTopic(db);
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/api/admin/live`, { headers: { Cookie: own } });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    for (let text = ''; !text.includes('event: stats'); ) text += new TextDecoder().decode((await reader.read()).value);
    await end(watcher.id, own);
    await vote(topic); // is news
    let told = '';
    for (let part = await reader.read(); !part.done; part = await reader.read())
      told += new TextDecoder().decode(part.value);
    expect(told).not.toContain('event:');
  });
});
