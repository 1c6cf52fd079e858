import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, describe, expect, inject, it, vi } from 'vitest';
import { createApp } from '#src/app.ts';
import { compose } from '#src/compose.ts';
import { loadTexts } from '#src/i18n/server.ts';
import { createDb } from '#src/platform/db.ts';
import { noLive } from '#src/platform/live.ts';
import { createLogger } from '#src/platform/logger.ts';
import { createRedis } from '#src/platform/redis.ts';
import { createSecrets } from '#src/platform/secrets.ts';
import { createTopic, type TestTopic } from '#tests/factories/topics.ts';
import { createUsers } from '#tests/factories/users.ts';
import { testDatabase } from '#tests/support/database.ts';
import { sessionOf } from '#tests/support/session.ts';
import { fakeStorage } from '#tests/support/storage.ts';
import { noStripe } from '#tests/support/stripe.ts';
import { type Tier, tierSizes, tiers } from '../rules/tiers.ts';

/*
 * Ballots that race: with each other, with themselves, and with the end of their topic. Everything is real: two web
 * processes' worth of applications, each listening on a port and with a pool of its own, on one database and one Redis.
 */

const { db, url } = await testDatabase({ poolMax: 10 });
const logger = createLogger('silent', 'test');
const secrets = createSecrets('a secret for tests alone, long enough');
const texts = await loadTexts();
const redisPrefix = `test-${randomUUID()}:`;
const redis = createRedis(inject('redisUrl'), logger, { answerFast: true });
afterAll(() => redis.quit());

/** What a web process has, with the pool that production has. */
async function webProcess() {
  const pool = createDb(url, 10);
  const mailer = { send: () => Promise.reject(new Error('nobody mails here')), close() {} };
  const sms = { send: () => Promise.reject(new Error('nobody texts here')) };
  const storage = fakeStorage();
  const publicUrl = 'http://podium.test';
  const composition = compose({
    db: pool,
    live: noLive,
    secrets,
    mailer,
    sms,
    storage,
    stripe: noStripe,
    texts,
    publicUrl,
  });
  const app = createApp({
    db: pool,
    redis,
    secrets,
    logger,
    texts,
    composition,
    publicUrl,
    cardFormUrl: noStripe.scriptUrl,
    trustProxy: 0,
    redisPrefix,
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await pool.destroy();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, voting: composition.modules.voting };
}
const web = await webProcess();
const otherWeb = await webProcess();
const bothWebs = (index: number) => (index % 2 === 0 ? web : otherWeb);

interface Voter {
  id: number;
  cookie: string;
}

/** New voters, each signed in. */
async function signedIn(count: number): Promise<Voter[]> {
  const ids = await createUsers(db, count);
  return Promise.all(
    ids.map(async (id) => ({ id, cookie: await sessionOf({ redis, secrets, prefix: redisPrefix }, id) })),
  );
}

interface Draft {
  topicId: number;
  tier: Tier;
  ranking: number[];
}

/** As many ballots as wanted for a topic: of all tiers and lengths, in any order; always the same for the same topic. */
function drafts(topic: TestTopic, count: number): Draft[] {
  const draft = fc.constantFrom(...tiers).chain((tier) =>
    fc.record({
      topicId: fc.constant(topic.id),
      tier: fc.constant(tier),
      ranking: fc.shuffledSubarray(topic.choices, { minLength: 1, maxLength: tierSizes[tier] }),
    }),
  );
  return fc.sample(draft, { seed: topic.id, numRuns: count });
}

interface Answer {
  status: number;
  /** The code of a refusal. */
  code?: string;
  errors?: Record<string, string>;
  ranking?: number[];
}

async function cast({ address }: { address: string }, { cookie }: Voter, draft: Draft): Promise<Answer> {
  const { topicId, tier, ranking } = draft;
  const voteItems = ranking.map((choiceId, index) => ({ choiceId, rank: index + 1 }));
  const response = await fetch(`${address}/api/create-free-vote`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify({ topicId, tier, amount: '0.00', voterEmail: '', voteItems }),
  });
  return { ...((await response.json()) as Omit<Answer, 'status'>), status: response.status };
}

/** How often there was which answer. */
function kinds(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, code } of answers) {
    const kind = code ? `${status} ${code}` : `${status}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

interface Stored {
  user: number;
  tier: Tier;
  ranking: number[];
}

const byUser = (a: Stored, b: Stored) => a.user - b.user;

/** The ballots of a topic by their voters. */
async function stored(topicId: number): Promise<Stored[]> {
  const rows = await db('voting.ballots').where({ topic_id: topicId });
  return rows
    .map((row) => ({
      user: row.user_id,
      tier: tiers.find((tier) => tierSizes[tier] === row.tier) as Tier,
      ranking: row.ranking,
    }))
    .sort(byUser);
}

/** What must be stored after these answers: the ballots that were acknowledged, each as it was sent. */
function acknowledged(voters: Voter[], sent: Draft[], answers: Answer[]): Stored[] {
  return voters
    .map(({ id }, index) => ({ user: id, ...(sent[index] as Draft), answer: answers[index] as Answer }))
    .filter(({ answer }) => answer.status === 201)
    .map(({ user, tier, ranking }) => ({ user, tier, ranking }))
    .sort(byUser);
}

async function until(what: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = Date.now() + 8_000; Date.now() < end; await sleep(3)) if (await what()) return;
  throw new Error('it never came to that');
}

/** How many wait for the lock of a topic: ballots for a share of it, or whoever freezes the topic for all of it. */
async function waiting(topicId: number, mode: 'ShareLock' | 'ExclusiveLock'): Promise<number> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `select from pg_locks where locktype = 'advisory' and classid = 7001 and objid = ? and mode = ? and not granted
        and database = (select oid from pg_database where datname = current_database())`,
    [topicId, mode],
  );
  return rows.length;
}

/** Holds a topic's lock, as whoever freezes it does, while something happens. */
async function holding(topicId: number, act: () => Promise<void>): Promise<void> {
  const lock = await db.transaction();
  try {
    await lock.raw('select pg_advisory_xact_lock(7001, ?)', [topicId]);
    await act();
  } finally {
    await lock.commit();
  }
}

const untilEnded = (topicId: number): Promise<void> =>
  until(async () => {
    const ended = 'select end_date <= clock_timestamp() as ended from voting.topics where id = ?';
    const { rows } = await db.raw<{ rows: { ended: boolean }[] }>(ended, [topicId]);
    return rows[0]?.ended === true;
  });

describe('200 ballots of one voter at the same time', () => {
  it.each([
    ['in one web process', () => web],
    ['spread over two web processes', bothWebs],
  ])('%s are one, and 199 refusals that say so', async (_where, to) => {
    const topic = await createTopic(db);
    const [voter] = (await signedIn(1)) as [Voter];
    const sent = drafts(topic, 200);
    const answers = await Promise.all(sent.map((draft, index) => cast(to(index), voter, draft)));
    expect(kinds(answers)).toEqual({ 201: 1, '409 free_vote_used': 199 });
    const same = sent.map(() => voter);
    expect(await stored(topic.id)).toEqual(acknowledged(same, sent, answers));
  });
});

describe('500 ballots of 500 voters at the same time', () => {
  it('are all counted, in every tier, each as it was sent', async () => {
    const topic = await createTopic(db);
    const voters = await signedIn(500);
    const sent = drafts(topic, 500);
    expect(new Set(sent.map(({ tier }) => tier))).toEqual(new Set(tiers));
    const answers = await Promise.all(sent.map((draft, index) => cast(bothWebs(index), voters[index] as Voter, draft)));
    expect(kinds(answers)).toEqual({ 201: 500 });
    expect(answers.map(({ ranking }) => ranking)).toEqual(sent.map(({ ranking }) => ranking));
    expect(await stored(topic.id)).toEqual(acknowledged(voters, sent, answers));
  });
});

describe('1,000 ballots across the end of their topic', () => {
  it('are counted before it and refused from it on; what was acknowledged is stored, and nothing else', async () => {
    const voters = await signedIn(1_000);
    const topic = await createTopic(db, { closesIn: 1.5 });
    const sent = drafts(topic, 1_000);
    const answers = await Promise.all(
      sent.map(async (draft, index) => {
        await sleep(index * 3);
        return cast(bothWebs(index), voters[index] as Voter, draft);
      }),
    );
    expect(Object.keys(kinds(answers)).sort()).toEqual(['201', '409 voting_closed']);
    expect(await stored(topic.id)).toEqual(acknowledged(voters, sent, answers));
    const late = await db('voting.ballots as b')
      .join('voting.topics as t', 't.id', 'b.topic_id')
      .where('t.id', topic.id)
      .whereRaw('b.counted_at >= t.end_date');
    expect(late).toEqual([]);
  });
});

describe('a ballot that came before the end and had to wait for its topic until after it', () => {
  it('is refused: the clock is read when the waiting is over', async () => {
    const voters = await signedIn(4);
    const topic = await createTopic(db, { closesIn: 1 });
    const answers: Promise<Answer>[] = [];
    await holding(topic.id, async () => {
      // One after the other, so that each is alone in its statement: in company it would be refused for the others.
      for (const [index, draft] of drafts(topic, 4).entries()) {
        answers.push(cast(bothWebs(index), voters[index] as Voter, draft));
        await until(async () => (await waiting(topic.id, 'ShareLock')) === index + 1);
      }
      await untilEnded(topic.id);
    });
    expect(kinds(await Promise.all(answers))).toEqual({ '409 voting_closed': 4 });
    expect(await stored(topic.id)).toEqual([]);
  });
});

/*
 * Whoever freezes a topic does what `freeze` does: once the end has passed, take the topic's lock, which waits for the
 * ballots that are under way, and count. Some ballots here are counted before the end but committed only after it, as if
 * their connection had been slow. Without the line `perform pg_advisory_xact_lock_shared(…)` in the trigger nothing would
 * wait for them: the count would be made without them, and they would come into the table behind its back. The second
 * test takes that line away and sees just this happen.
 */
describe('a topic that is frozen after its end', () => {
  const countOf = async (topicId: number) => (await stored(topicId)).length;

  const freeze = async (topicId: number): Promise<number> => {
    await untilEnded(topicId);
    await db.transaction((trx) => trx.raw('select pg_advisory_xact_lock(7001, ?)', [topicId]));
    return countOf(topicId);
  };

  /** Freezes a topic while ballots come in; five of them are held open until the freeze waits for them, or is over. */
  const freezeUnderFire = async () => {
    const voters = await signedIn(400);
    const slowVoters = await createUsers(db, 5);
    const topic = await createTopic(db, { closesIn: 1 });
    const slow = await Promise.all(
      slowVoters.map(async (id) => {
        const trx = await db.transaction();
        await trx('voting.ballots').insert({
          topic_id: topic.id,
          user_id: id,
          tier: 3,
          ranking: topic.choices.slice(0, 3),
        });
        return trx;
      }),
    );
    const frozen = freeze(topic.id);
    const answers = Promise.all(
      drafts(topic, 400).map(async (draft, index) => {
        await sleep(index * 3.5);
        return cast(bothWebs(index), voters[index] as Voter, draft);
      }),
    );
    let over = false;
    const note = () => {
      over = true;
    };
    frozen.then(note, note);
    try {
      await until(async () => over || (await waiting(topic.id, 'ExclusiveLock')) > 0);
      await sleep(100); // ballots of after the end come in meanwhile
    } finally {
      for (const trx of slow) await trx.commit();
    }
    const counted = kinds(await answers);
    expect(Object.keys(counted).sort()).toEqual(['201', '409 voting_closed']);
    expect(await countOf(topic.id)).toBe((counted['201'] ?? 0) + slow.length);
    return { frozen: await frozen, inTheEnd: await countOf(topic.id), slow: slow.length };
  };

  it('has its final count then: no ballot comes in behind it', async () => {
    const { frozen, inTheEnd } = await freezeUnderFire();
    expect(frozen).toBe(inTheEnd);
  });

  it('would not have it without the lock in the trigger', async () => {
    const { rows } = await db.raw("select pg_get_functiondef('voting.check_ballot'::regproc) as source");
    const { source } = rows[0] as { source: string };
    const unlocked = source.replace(/perform pg_advisory_xact_lock_shared\(.*?\);/, '');
    expect(unlocked).not.toBe(source);
    await db.raw(unlocked);
    try {
      const { frozen, inTheEnd, slow } = await freezeUnderFire();
      expect(inTheEnd).toBeGreaterThanOrEqual(frozen + slow);
    } finally {
      await db.raw(source);
    }
  });
});

const day = 86_400;
const other = await createTopic(db);
const ended = await createTopic(db, { opensIn: -2 * day, closesIn: -day });
const upcoming = await createTopic(db, { opensIn: day, closesIn: 2 * day });
const inactive = await createTopic(db, { isActive: false });
const first = ({ id, choices }: TestTopic): Draft => ({ topicId: id, tier: 'top3', ranking: choices.slice(0, 3) });

describe('a ballot that is refused', () => {
  interface Reason {
    draft(topic: TestTopic): Draft;
    voted?: boolean;
    status: number;
    code: string;
  }
  const reasons: Record<string, Reason> = {
    'its choice is another topic’s': {
      draft: (topic) => ({ ...first(topic), ranking: [topic.choices[0] as number, other.choices[0] as number] }),
      status: 400,
      code: 'invalid',
    },
    'its topic has ended': { draft: () => first(ended), status: 409, code: 'voting_closed' },
    'its topic is still to open': { draft: () => first(upcoming), status: 409, code: 'voting_not_open' },
    'its topic is switched off': { draft: () => first(inactive), status: 409, code: 'voting_not_open' },
    'its topic is none': {
      draft: (topic) => ({ ...first(topic), topicId: 999_999 }),
      status: 404,
      code: 'not_found',
    },
    'its voter has voted before': { draft: first, voted: true, status: 409, code: 'free_vote_used' },
  };

  /**
   * Sends ballots so that the process writes them together: two ballots wait for the topic's lock first, which is all
   * that is written at the same time, and what comes meanwhile goes together as soon as the lock is free.
   */
  const castTogether = async (topic: TestTopic, all: { voter: Voter; draft: Draft }[]): Promise<Answer[]> => {
    const openers = await signedIn(2);
    const arrived = vi.spyOn(web.voting, 'castFreeBallot');
    const answers: Promise<Answer>[] = [];
    await holding(topic.id, async () => {
      for (const [index, opener] of openers.entries()) {
        answers.push(cast(web, opener, first(topic)));
        await until(async () => (await waiting(topic.id, 'ShareLock')) === index + 1);
      }
      answers.push(...all.map(({ voter, draft }) => cast(web, voter, draft)));
      await until(() => arrived.mock.calls.length === answers.length);
    });
    const [one, two, ...rest] = await Promise.all(answers);
    expect([one?.status, two?.status]).toEqual([201, 201]);
    return rest;
  };

  /** Forty good ballots, and bad ones in their midst. */
  const amongOthers = async (bad: Reason[]) => {
    const topic = await createTopic(db);
    const voters = await signedIn(40);
    const sent = drafts(topic, 40);
    const good = voters.map((voter, index) => ({ voter, draft: sent[index] as Draft }));
    const refused = (await signedIn(bad.length)).map((voter, index) => ({ voter, ...(bad[index] as Reason) }));
    for (const { voter } of refused.filter(({ voted }) => voted)) await cast(web, voter, first(topic));

    const answers = await castTogether(topic, [
      ...good.slice(0, 20),
      ...refused.map(({ voter, draft }) => ({ voter, draft: draft(topic) })),
      ...good.slice(20),
    ]);
    const refusals = answers.splice(20, refused.length);
    expect(refusals.map(({ status, code }) => ({ status, code }))).toEqual(
      bad.map(({ status, code }) => ({ status, code })),
    );
    expect(kinds(answers)).toEqual({ 201: 40 });
    const those = new Set(voters.map(({ id }) => id));
    const added = (await stored(topic.id)).filter(({ user }) => those.has(user));
    expect(added).toEqual(acknowledged(voters, sent, answers));
    for (const { voter, voted } of refused)
      expect(await db('voting.ballots').where({ user_id: voter.id })).toHaveLength(voted ? 1 : 0);
  };

  it.each(Object.entries(reasons))('because %s leaves the others of its moment alone', async (_because, reason) => {
    await amongOthers([reason]);
  });

  it('gets its own reason, whatever others are refused for in the same moment', async () => {
    await amongOthers(Object.values(reasons));
  });

  it('a second time in the same moment is only the second', async () => {
    const topic = await createTopic(db);
    const voters = await signedIn(20);
    const sent = voters.map((voter) => ({ voter, draft: first(topic) }));
    const again = voters.map((voter) => ({ voter, draft: { ...first(topic), ranking: topic.choices.slice(3, 6) } }));
    const answers = await castTogether(topic, [...sent, ...again]);
    expect(kinds(answers)).toEqual({ 201: 20, '409 free_vote_used': 20 });
    for (const index of voters.keys())
      expect([answers[index]?.status, answers[index + voters.length]?.status].sort()).toEqual([201, 409]);
    expect(await stored(topic.id)).toHaveLength(22);
  });
});
