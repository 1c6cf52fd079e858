import { describe, expect, it } from 'vitest';
import { addBallots, createTopic } from '#tests/factories/topics.ts';
import { caller, testSite } from '#tests/support/site.ts';

const { app, db } = await testSite({ poolMax: 10 });
const visitor = caller(app);

describe('topics', () => {
  it('are listed active by end, always open, upcoming by start, closed newest first, without choices', async () => {
    const day = 86_400;
    await createTopic(db, { name: 'in order: ended long ago', opensIn: -9 * day, closesIn: -5 * day });
    await createTopic(db, { name: 'in order: always', opensIn: null, closesIn: null });
    await createTopic(db, { name: 'in order: opens later', opensIn: 5 * day, closesIn: 9 * day });
    await createTopic(db, { name: 'in order: ends later', opensIn: null, closesIn: 5 * day });
    await createTopic(db, { name: 'in order: ended yesterday', opensIn: -9 * day, closesIn: -day });
    await createTopic(db, { name: 'in order: opens sooner', opensIn: day, closesIn: 9 * day });
    await createTopic(db, { name: 'in order: ends sooner', closesIn: day });
    const { body } = await visitor.get('/api/topics').expect(200);
    const found = body.filter((topic: { name: string }) => topic.name.startsWith('in order: '));
    expect(found.map((topic: { name: string; status: string }) => [topic.name.slice(10), topic.status])).toEqual([
      ['ends sooner', 'active'],
      ['ends later', 'active'],
      ['always', 'always_open'],
      ['opens sooner', 'upcoming'],
      ['opens later', 'upcoming'],
      ['ended yesterday', 'closed'],
      ['ended long ago', 'closed'],
    ]);
    expect(body[0]).not.toHaveProperty('choices');
  });

  it('are told one by one with their choices in order, numbers of ballots and voters, and the server’s time', async () => {
    const topic = await createTopic(db, { choices: 3 });
    await addBallots(db, topic.id, [[topic.choices[0] as number], [topic.choices[1] as number]]);
    const response = await visitor.get(`/api/topics/${topic.id}`).expect(200);
    expect(response.body).toMatchObject({ id: topic.id, isActive: 1, isFeatured: 0, totalVotes: 2, participants: 2 });
    expect(response.body.choices.map((choice: { id: number }) => choice.id)).toEqual(topic.choices);
    expect(Math.abs(Date.parse(response.headers['x-server-time'] ?? '') - Date.now())).toBeLessThan(5_000);
  });

  it.each([
    ['/api/topics/999999', 404, 'not_found'],
    ['/api/topics/0', 400, 'invalid'],
    ['/api/topics/-1', 400, 'invalid'],
    ['/api/topics/abc', 400, 'invalid'],
    ['/api/topics/1.5', 400, 'invalid'],
    ['/api/topics/99999999999999999999', 400, 'invalid'],
    ['/api/topics/%00', 400, 'malformed'],
    ['/api/topics/%E0%A4%A', 400, 'malformed'],
    ['/api/nothing', 404, 'not_found'],
  ])('GET %s answers %i %s', async (path, status, code) => {
    const { body } = await visitor.get(path).expect(status);
    expect(body.code).toBe(code);
  });
});
