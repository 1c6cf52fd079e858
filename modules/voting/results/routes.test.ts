import { describe, expect, it } from 'vitest';
import { addBallots, closeTopic, createTopic } from '#tests/factories/topics.ts';
import { createUser } from '#tests/factories/users.ts';
import { caller, testSite } from '#tests/support/site.ts';

const { app, db, cookieOf } = await testSite({ poolMax: 10 });
const visitor = caller(app);
const signedIn = async (role: 'user' | 'moderator' | 'admin' = 'user') => {
  const user = await createUser(db, { role });
  return { user, ...caller(app, { cookie: await cookieOf(user) }) };
};

describe('results', () => {
  it('are hidden until the close from everybody but admins, and then right', async () => {
    const topic = await createTopic(db, { choices: 4 });
    const [a = 0, b = 0, c = 0, d = 0] = topic.choices;
    await addBallots(db, topic.id, [
      [a, b],
      [b, a],
      [b, c],
    ]);
    const voter = await signedIn();
    const admin = await signedIn('admin');
    for (const who of [visitor, voter, await signedIn('moderator')]) {
      for (const path of ['results', 'stats', 'head-to-head']) {
        const { body } = await who.get(`/api/topics/${topic.id}/${path}`).expect(403);
        expect(body.code).toBe('results_hidden');
      }
      const { body } = await who.get(`/api/topics/${topic.id}/bundle`).expect(403);
      expect(body.code).toBe('results_not_final');
      await who.get(`/api/topics/${topic.id}/prizes`).expect(404);
    }
    expect((await voter.get(`/api/topics/${topic.id}/accuracies/mine`).expect(200)).body).toEqual([]);
    await admin.get(`/api/topics/${topic.id}/results`).expect(200);
    await closeTopic(db, topic.id);
    const { body } = await visitor.get(`/api/topics/${topic.id}/results`).expect(200);
    expect(body.map((row: Record<string, unknown>) => [row.id, row.rank, row.totalPoints, row.totalVotes])).toEqual([
      [b, 1, 29, 3],
      [a, 2, 19, 2],
      [c, 3, 9, 1],
      [d, 4, 0, 0],
    ]);
    expect(body[0]).toMatchObject({ name: 'Choice 2', description: 'The choice with number 2' });
    expect(body.map((row: { places: number[] }) => row.places.slice(0, 3))).toEqual([
      [2, 1, 0],
      [1, 1, 0],
      [0, 1, 0],
      [0, 0, 0],
    ]);
    const { body: duels } = await visitor.get(`/api/topics/${topic.id}/head-to-head`).expect(200);
    const wins = (one: number, other: number) =>
      duels.find(({ id }: { id: number }) => id === one)?.above.find(({ id }: { id: number }) => id === other)
        ?.ballots ?? 0;
    expect([wins(b, a), wins(a, b), wins(a, c), wins(c, a), wins(b, c), wins(d, a), wins(c, d)]).toEqual([
      2, 1, 2, 1, 3, 0, 1,
    ]);
    const stats = await visitor.get(`/api/topics/${topic.id}/stats`).expect(200);
    expect(stats.body).toEqual({
      totalVotes: 3,
      totalRevenue: 0,
      tierBreakdown: [
        { tier: 'top3', count: 0, revenue: 0 },
        { tier: 'top5', count: 0, revenue: 0 },
        { tier: 'top10', count: 3, revenue: 0 },
      ],
      winners: [],
      winnerCount: 0,
      prizeTotal: 0,
    });
  });

  it('of topics that never end are open, and voided ballots do not count', async () => {
    const topic = await createTopic(db, { opensIn: null, closesIn: null, choices: 2 });
    await addBallots(db, topic.id, [[topic.choices[0] as number], [topic.choices[1] as number]]);
    await db('voting.ballots')
      .where({ topic_id: topic.id })
      .whereRaw('ranking[1] = ?', [topic.choices[1] as number])
      .update({ voided_at: db.fn.now(), void_reason: 'test' });
    const { body } = await visitor.get(`/api/topics/${topic.id}/results`).expect(200);
    expect(body.map((row: { totalVotes: number }) => row.totalVotes)).toEqual([1, 0]);
  });

  it('of an upcoming topic are hidden, of a missing one missing', async () => {
    const topic = await createTopic(db, { opensIn: 1_000, closesIn: 2_000 });
    await visitor.get(`/api/topics/${topic.id}/results`).expect(403);
    await visitor.get('/api/topics/999999/results').expect(404);
    await visitor.get('/api/topics/999999/stats').expect(404);
  });
});
