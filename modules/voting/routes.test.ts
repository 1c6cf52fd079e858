import { describe, expect, it } from 'vitest';
import { addBallots, closeTopic, createTopic } from '#tests/factories/topics.ts';
import { createUser, createUsers } from '#tests/factories/users.ts';
import { caller, testSite } from '#tests/support/site.ts';

const { app, db, cookieOf } = await testSite({ poolMax: 10 });
const visitor = caller(app);
const signedIn = async (role: 'user' | 'moderator' | 'admin' = 'user') => {
  const user = await createUser(db, { role });
  return { user, ...caller(app, { cookie: await cookieOf(user) }) };
};
const ballot = (topicId: number, choices: number[], tier = 'top3') => ({
  topicId,
  tier,
  amount: '0.00',
  voterEmail: '',
  voteItems: choices.map((choiceId, index) => ({ choiceId, rank: index + 1 })),
});
const ballotsOf = async (topicId: number) => (await db('voting.ballots').where({ topic_id: topicId })).length;

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

const topicOfBadInput = await createTopic(db);
const otherTopic = await createTopic(db);

describe('the free ballot', () => {
  it('is stored in its order, told to its writer, and used up', async () => {
    const topic = await createTopic(db);
    const [a, b, c] = topic.choices as [number, number, number];
    const voter = await signedIn();
    const before = await voter.get(`/api/check-free-vote/${topic.id}`).expect(200);
    expect(before.body).toEqual({ hasUsedFreeVote: false });

    const { body } = await voter
      .post('/api/create-free-vote', {
        ...ballot(topic.id, []),
        tier: 'top10',
        // Out of order on purpose: the ranks count, not the order of the items.
        voteItems: [
          { choiceId: b, rank: 2 },
          { choiceId: c, rank: 1 },
          { choiceId: a, rank: 3 },
        ],
      })
      .expect(201);
    expect(body).toMatchObject({ topicId: topic.id, tier: 'top10', ranking: [c, b, a] });

    const after = await voter.get(`/api/check-free-vote/${topic.id}`).expect(200);
    expect(after.body).toEqual({ hasUsedFreeVote: true });
    const mine = await voter.get(`/api/topics/${topic.id}/ballots/mine`).expect(200);
    expect(mine.body).toEqual([body]);
    const somebodyElses = await (await signedIn()).get(`/api/topics/${topic.id}/ballots/mine`).expect(200);
    expect(somebodyElses.body).toEqual([]);
  });

  it('counts once for a user and topic, whatever its tier', async () => {
    const topic = await createTopic(db);
    const voter = await signedIn();
    await voter.post('/api/create-free-vote', ballot(topic.id, topic.choices.slice(0, 3))).expect(201);
    const { body } = await voter
      .post('/api/create-free-vote', ballot(topic.id, topic.choices.slice(3, 8), 'top5'))
      .expect(409);
    expect(body.code).toBe('free_vote_used');
    expect(body.message).toBe(
      'You have already used your free vote for this topic. Please select a paid tier to vote again.',
    );
    expect(await ballotsOf(topic.id)).toBe(1);
  });

  it('counts once even when 50 of one user come at the same time', async () => {
    const topic = await createTopic(db);
    const voter = await signedIn();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        voter.post('/api/create-free-vote', ballot(topic.id, topic.choices.slice(0, 3))),
      ),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.body.code === 'free_vote_used')).toHaveLength(49);
    expect(await ballotsOf(topic.id)).toBe(1);
  });

  it('is refused after the end by the database’s clock, even when it was open as the request came in', async () => {
    const topic = await createTopic(db, { closesIn: 1 });
    const voters = await createUsers(db, 60);
    const late: string[] = [];
    const accepted: string[] = [];
    await Promise.all(
      voters.map(async (id, index) => {
        await new Promise((resolve) => setTimeout(resolve, 600 + index * 14));
        const answer = await caller(app, { cookie: await cookieOf({ id }) }).post(
          '/api/create-free-vote',
          ballot(topic.id, topic.choices.slice(0, 3)),
        );
        if (answer.status === 201) accepted.push(answer.body.countedAt);
        else late.push(answer.body.code);
      }),
    );
    expect(new Set(late)).toEqual(new Set(['voting_closed']));
    expect(accepted.length).toBeGreaterThan(0);
    const after = await db('voting.ballots as b')
      .join('voting.topics as t', 't.id', 'b.topic_id')
      .where('t.id', topic.id)
      .whereRaw('b.counted_at >= t.end_date');
    expect(after).toEqual([]);
    expect(await ballotsOf(topic.id)).toBe(accepted.length);
  });

  it('is refused, with its reason, where it may not be', async () => {
    const day = 86_400;
    const upcoming = await createTopic(db, { opensIn: day, closesIn: 2 * day });
    const closed = await createTopic(db, { opensIn: -2 * day, closesIn: -day });
    const inactive = await createTopic(db, { isActive: false });
    const open = await createTopic(db);
    const voter = await signedIn();
    const admin = await signedIn('admin');
    const cases = [
      [voter, upcoming, 409, 'voting_not_open'],
      [voter, closed, 409, 'voting_closed'],
      [voter, inactive, 409, 'voting_not_open'],
      [voter, { id: 999_999, choices: open.choices }, 404, 'not_found'],
      [admin, open, 403, 'admins_cannot_vote'],
      [visitor, open, 401, 'login_required'],
    ] as const;
    for (const [who, topic, status, code] of cases) {
      const { body } = await who
        .post('/api/create-free-vote', ballot(topic.id, topic.choices.slice(0, 3)))
        .expect(status);
      expect(body.code).toBe(code);
    }
    expect(await ballotsOf(open.id)).toBe(0);
  });

  it('is free in every tier, and open to moderators and on topics that never end', async () => {
    const always = await createTopic(db, { opensIn: null, closesIn: null });
    for (const [tier, places] of [
      ['top3', 3],
      ['top5', 5],
      ['top10', 10],
    ] as const) {
      const voter = await signedIn('moderator');
      await voter.post('/api/create-free-vote', ballot(always.id, always.choices.slice(0, places), tier)).expect(201);
    }
  });

  it('never trusts query or payload about who votes', async () => {
    const topic = await createTopic(db);
    const victim = await createUser(db);
    const payload = { ...ballot(topic.id, topic.choices.slice(0, 3)), voterEmail: victim.email };
    await visitor.post(`/api/create-free-vote?authenticated=true&email=${victim.email}`, payload).expect(401);
    const voter = await signedIn();
    await voter.post(`/api/create-free-vote?authenticated=true&email=${victim.email}`, payload).expect(201);
    const [row] = await db('voting.ballots').where({ topic_id: topic.id }).select('user_id');
    expect(row.user_id).toBe(voter.user.id);
  });

  describe('with bad input changes nothing and names the field:', () => {
    const [a = 0, b = 0, c = 0, d = 0] = topicOfBadInput.choices;
    const good = ballot(topicOfBadInput.id, [a, b, c]);
    it.each<[string, unknown, string]>([
      ['no topic', { ...good, topicId: undefined }, 'topicId'],
      ['a topic that is text', { ...good, topicId: 'x' }, 'topicId'],
      ['an unknown tier', { ...good, tier: 'free-top3' }, 'tier'],
      ['no tier', { ...good, tier: undefined }, 'tier'],
      ['an amount', { ...good, amount: '2.00' }, 'amount'],
      ['an amount that is a number', { ...good, amount: 0 }, 'amount'],
      ['no items', { ...good, voteItems: undefined }, 'voteItems'],
      ['no places', { ...good, voteItems: [] }, 'voteItems'],
      ['items that are no list', { ...good, voteItems: 'abc' }, 'voteItems'],
      ['more places than the tier has', ballot(topicOfBadInput.id, [a, b, c, d]), 'voteItems'],
      ['a choice twice', ballot(topicOfBadInput.id, [a, b, a]), 'voteItems'],
      [
        'a gap in the places',
        {
          ...good,
          voteItems: [
            { choiceId: a, rank: 1 },
            { choiceId: b, rank: 3 },
          ],
        },
        'voteItems',
      ],
      [
        'a place twice',
        {
          ...good,
          voteItems: [
            { choiceId: a, rank: 1 },
            { choiceId: b, rank: 1 },
          ],
        },
        'voteItems',
      ],
      ['a place zero', { ...good, voteItems: [{ choiceId: a, rank: 0 }] }, 'voteItems.0.rank'],
      ['half a place', { ...good, voteItems: [{ choiceId: a, rank: 1.5 }] }, 'voteItems.0.rank'],
      ['a choice of another topic', ballot(topicOfBadInput.id, [a, otherTopic.choices[0] as number]), 'voteItems'],
      ['a choice that is none', ballot(topicOfBadInput.id, [a, 2_000_000_000]), 'voteItems'],
      ['a field that is not known', { ...good, role: 'admin' }, 'role'],
    ])('%s', async (_what, payload, field) => {
      const voter = await signedIn();
      const { body } = await voter.post('/api/create-free-vote', payload).expect(400);
      expect(body.code).toBe('invalid');
      expect(body.errors[field]).toMatch(/\w/);
      expect(await ballotsOf(topicOfBadInput.id)).toBe(0);
    });
  });
});

describe('the ballot’s table', () => {
  it('keeps ballots as they were cast: no change, no deletion, one voiding', async () => {
    const topic = await createTopic(db);
    const voter = await signedIn();
    const { body } = await voter.post('/api/create-free-vote', ballot(topic.id, topic.choices.slice(0, 3))).expect(201);
    const row = () => db('voting.ballots').where({ id: body.id });
    await expect(row().update({ ranking: [topic.choices[5]] })).rejects.toThrow('append-only');
    await expect(row().delete()).rejects.toThrow('append-only');
    await row().update({ voided_at: db.fn.now(), void_reason: 'test' });
    await expect(row().update({ voided_at: null, void_reason: null })).rejects.toThrow('append-only');
  });
});

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
