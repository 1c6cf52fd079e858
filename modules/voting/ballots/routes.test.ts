import { describe, expect, it } from 'vitest';
import { createTopic } from '#tests/factories/topics.ts';
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
