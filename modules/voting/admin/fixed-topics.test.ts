import { beforeEach, describe, expect, it } from 'vitest';
import { beginPayment } from '#tests/factories/contests.ts';
import { addBallots, createTopic, setDates, type TestTopic } from '#tests/factories/topics.ts';
import { createUser, createUsers } from '#tests/factories/users.ts';
import { testSite } from '#tests/support/site.ts';
import { testStripe } from '#tests/support/stripe.ts';
import type { AdminTopic, EditTopic } from '../contract/admin.ts';

/* What stays of topics that have ballots, or have closed (decision 2). */

const stripe = await testStripe();
const { db, modules } = await testSite({ poolMax: 20, stripe: stripe.access });
const { voting, payments } = modules;
const admin = await createUser(db, { role: 'admin' });

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Edits the topic as it is now, with these changes. */
async function edit(id: number, change: Partial<EditTopic> = {}): Promise<AdminTopic> {
  const topic = await voting.adminTopic(id);
  return voting.editTopic(admin, id, {
    ...topic,
    image: topic.imageUrl,
    isActive: topic.isActive === 1,
    isFeatured: topic.isFeatured === 1,
    choices: topic.choices.map((choice) => ({ ...choice, image: choice.imageUrl })),
    ...change,
  });
}
const choicesOf = async (id: number) =>
  (await voting.adminTopic(id)).choices.map((choice) => ({ ...choice, image: choice.imageUrl }));
const fault = (field: string, key: string) => ({ code: 'invalid', fields: { [field]: key } });

const byWhat = {
  'a ballot': (topic: TestTopic) => addBallots(db, topic.id, [topic.choices.slice(0, 2)]),
  'a voided ballot': async (topic: TestTopic) => {
    await addBallots(db, topic.id, [topic.choices.slice(0, 2)]);
    await db('voting.ballots').where({ topic_id: topic.id }).update({ voided_at: db.fn.now(), void_reason: 'test' });
  },
  'a payment under way': async (topic: TestTopic) => {
    await beginPayment(db, topic, (await createUser(db)).id);
  },
};

describe.each(Object.keys(byWhat) as (keyof typeof byWhat)[])('a topic with %s', (what) => {
  let topic: TestTopic;
  beforeEach(async () => {
    topic = await createTopic(db, { choices: 3 });
    await byWhat[what](topic);
  });

  it('says so', async () => {
    expect(await voting.adminTopic(topic.id)).toMatchObject({ hasBallots: true });
  });

  it('keeps its start', async () => {
    await expect(edit(topic.id, { startDate: inHours(-3) })).rejects.toMatchObject(fault('startDate', 'start_fixed'));
    await expect(edit(topic.id, { startDate: null })).rejects.toMatchObject(fault('startDate', 'start_fixed'));
  });

  it('ends later or when it said, never earlier', async () => {
    const { endDate } = await edit(topic.id, { endDate: inHours(5) });
    for (const earlier of [inHours(4), inHours(-1), null]) {
      const change = earlier === null ? { startDate: null, endDate: null } : { endDate: earlier };
      await expect(edit(topic.id, change)).rejects.toMatchObject({ code: 'invalid' });
    }
    await expect(edit(topic.id, { endDate: inHours(4) })).rejects.toMatchObject(fault('endDate', 'end_only_later'));
    expect((await edit(topic.id, { name: 'Other' })).endDate).toBe(endDate);
  });

  it('keeps its choices and their names; they may be moved and joined by others', async () => {
    const [a, b, c] = await choicesOf(topic.id);
    if (!a || !b || !c) throw new Error('three choices');
    await expect(edit(topic.id, { choices: [a, b] })).rejects.toMatchObject(fault('choices', 'choice_has_ballots'));
    await expect(voting.deleteChoice(admin, c.id)).rejects.toMatchObject({ code: 'topic_has_ballots' });
    const added = { name: 'New', description: '', image: null };
    const { choices } = await edit(topic.id, { choices: [c, { ...a, description: 'Better' }, added, b] });
    expect(choices.map(({ name }) => name)).toEqual(['Choice 3', 'Choice 1', 'New', 'Choice 2']);
    const renamed = edit(topic.id, { choices: [{ ...a, name: 'Renamed' }, b, c] });
    await expect(renamed).rejects.toMatchObject({ code: 'invalid' });
    await voting.createChoice(admin, { topicId: topic.id, ...added, name: 'Newer' });
  });

  it('changes nothing at all when a part is refused', async () => {
    await expect(edit(topic.id, { name: 'Half', startDate: inHours(-3) })).rejects.toThrow();
    expect(await voting.adminTopic(topic.id)).toMatchObject({ name: expect.stringMatching(/^Topic/), version: 1 });
    expect(await db('platform.audit').where({ subject_id: String(topic.id) })).toEqual([]);
  });

  it('stays so for whoever writes to the database', async () => {
    const same = db('voting.topics').where({ id: topic.id });
    await expect(same.clone().update({ end_date: db.raw('now()') })).rejects.toMatchObject({ code: 'PV100' });
    await expect(same.clone().delete()).rejects.toMatchObject({ code: '23503' });
    await expect(db('voting.choices').where({ id: topic.choices[0] }).delete()).rejects.toMatchObject({
      code: 'PV100',
    });
  });
});

it('an always open topic with ballots gets no dates', async () => {
  const topic = await createTopic(db, { opensIn: null, closesIn: null, choices: 2 });
  await edit(topic.id, { endDate: inHours(2) });
  await edit(topic.id, { endDate: null });
  await addBallots(db, topic.id, [topic.choices]);
  await expect(edit(topic.id, { endDate: inHours(2) })).rejects.toMatchObject(
    fault('endDate', 'dates_fixed_always_open'),
  );
});

it('a topic without ballots moves freely, also one whose buyer gave up before paying', async () => {
  const topic = await createTopic(db, { choices: 3 });
  const id = await beginPayment(db, topic, (await createUser(db)).id);
  await db('payments.payments').where({ id }).update({ status: 'canceled' });
  const [a] = await choicesOf(topic.id);
  if (!a) throw new Error('a choice');
  const moved = { startDate: inHours(1), endDate: inHours(2), choices: [a] };
  expect(await edit(topic.id, moved)).toMatchObject({ status: 'upcoming', hasBallots: false, choiceCount: 1 });
});

describe('a topic that has closed', () => {
  const closings = {
    'by its end': async () => createTopic(db, { closesIn: -5, choices: 3 }),
    'by being cancelled': async () => {
      const topic = await createTopic(db, { choices: 3 });
      await voting.cancelTopic(topic.id, admin);
      return topic;
    },
    'and is final': async () => {
      const topic = await createTopic(db, { closesIn: -5, choices: 3 });
      await modules.prizes.finalize(topic.id);
      return topic;
    },
  };

  it.each(Object.keys(closings) as (keyof typeof closings)[])(
    '%s never opens again, even without ballots',
    async (how) => {
      const { id } = await closings[how]();
      await expect(edit(id, { endDate: inHours(3) })).rejects.toMatchObject(fault('endDate', 'closed_fixed'));
      await expect(edit(id, { startDate: null, endDate: null })).rejects.toMatchObject(
        fault('startDate', 'closed_fixed'),
      );
      await expect(edit(id, { startDate: inHours(-9) })).rejects.toMatchObject(fault('startDate', 'closed_fixed'));
    },
  );

  it.each(Object.keys(closings) as (keyof typeof closings)[])(
    '%s keeps its choices, and takes better words until it is final',
    async (how) => {
      const { id } = await closings[how]();
      const [a, b, c] = await choicesOf(id);
      if (!a || !b || !c) throw new Error('three choices');
      const added = { name: 'New', description: '', image: null };
      for (const choices of [
        [a, b],
        [a, b, c, added],
        [a, b, added],
      ]) {
        await expect(edit(id, { choices })).rejects.toMatchObject(fault('choices', 'choices_fixed_closed'));
      }
      await expect(voting.createChoice(admin, { topicId: id, ...added })).rejects.toMatchObject({
        code: 'topic_closed',
      });
      await expect(voting.deleteChoice(admin, a.id)).rejects.toMatchObject({ code: 'topic_closed' });
      const better = edit(id, { name: 'Better', choices: [{ ...a, name: 'Better' }, b, c] });
      if (how === 'and is final') await expect(better).rejects.toMatchObject(fault('name', 'final_fixed'));
      else expect((await better).choices[0]?.name).toBe('Better');
    },
  );
});

describe('what races', () => {
  /** Rounds in which the change came through, and in which it did not: both must have been seen. */
  const seen = { changed: 0, kept: 0 };
  beforeEach(() => {
    Object.assign(seen, { changed: 0, kept: 0 });
  });
  /** The one or the other begins long before in two rounds of five; in the others they begin together, more or less. */
  const begins = async (what: 'change' | 'vote', round: number) => {
    const late = { change: [0, 100, 0, round % 4, 0], vote: [100, 0, round % 6, 0, 0] }[what][round % 5] ?? 0;
    await new Promise((resolve) => setTimeout(resolve, late));
  };

  it('never leaves a free ballot that ranks a choice which is gone', async () => {
    for (let round = 0; round < 30; round++) {
      const topic = await createTopic(db, { choices: 4 });
      const voters = await createUsers(db, 4);
      const [gone = 0] = topic.choices;
      const left = (await choicesOf(topic.id)).filter(({ id }) => id !== gone);
      const editing = begins('change', round)
        .then(() => edit(topic.id, { choices: left }))
        .then(
          () => seen.changed++,
          (error) => {
            expect(error).toMatchObject(fault('choices', 'choice_has_ballots'));
            seen.kept++;
          },
        );
      await begins('vote', round);
      const casting = voters.map((id) =>
        voting
          .castFreeBallot({ id, role: 'user' }, { topicId: topic.id, tier: 'top3', ranking: topic.choices.slice(0, 2) })
          .catch((error) => expect(error).toMatchObject({ code: 'invalid', fields: { voteItems: 'choice_unknown' } })),
      );
      await Promise.all([editing, ...casting]);
      const ballots = await db('voting.ballots').where({ topic_id: topic.id });
      const stands = await db('voting.choices').where({ id: gone });
      expect(ballots).toHaveLength(stands.length === 1 ? voters.length : 0);
    }
    expect(Math.min(seen.changed, seen.kept)).toBeGreaterThan(0);
  });

  it('never leaves a payment for a choice which is gone', async () => {
    for (let round = 0; round < 20; round++) {
      const topic = await createTopic(db, { choices: 3 });
      const [gone = 0] = topic.choices;
      const left = (await choicesOf(topic.id)).filter(({ id }) => id !== gone);
      const buyer = await createUser(db);
      const voteItems = [{ choiceId: gone, rank: 1 }];
      const asked = { topicId: topic.id, tier: 'top3', amount: '2.00', currency: 'USD', voteItems } as const;
      const buying = begins('vote', round)
        .then(() => payments.begin(buyer, { ...asked, voteItems }, 'en'))
        .then(() => true)
        .catch((error) => {
          expect(error).toMatchObject({ code: 'invalid' });
          return false;
        });
      await begins('change', round);
      const removed = await edit(topic.id, { choices: left }).then(
        () => true,
        (error) => {
          expect(error).toMatchObject(fault('choices', 'choice_has_ballots'));
          return false;
        },
      );
      expect(await buying).toBe(!removed);
      removed ? seen.changed++ : seen.kept++;
    }
    expect(Math.min(seen.changed, seen.kept)).toBeGreaterThan(0);
  });

  it('lets a start move or a first ballot come, not both', async () => {
    for (let round = 0; round < 20; round++) {
      const topic = await createTopic(db, { choices: 2 });
      const [voter = 0] = await createUsers(db, 1);
      const moving = begins('change', round)
        .then(() => edit(topic.id, { startDate: inHours(0.5) }))
        .then(
          () => true,
          (error) => {
            expect(error).toMatchObject(fault('startDate', 'start_fixed'));
            return false;
          },
        );
      await begins('vote', round);
      const ballot = { topicId: topic.id, tier: 'top3', ranking: topic.choices } as const;
      const cast = await voting.castFreeBallot({ id: voter, role: 'user' }, ballot).then(
        () => true,
        (error) => {
          expect(error).toMatchObject({ code: 'voting_not_open' });
          return false;
        },
      );
      expect(await moving).toBe(!cast);
      cast ? seen.kept++ : seen.changed++;
    }
    expect(Math.min(seen.changed, seen.kept)).toBeGreaterThan(0);
  });

  it('deletes a topic or takes its first ballot, not both', async () => {
    for (let round = 0; round < 20; round++) {
      const topic = await createTopic(db, { choices: 2 });
      const [voter = 0] = await createUsers(db, 1);
      const ballot = { topicId: topic.id, tier: 'top3', ranking: topic.choices } as const;
      const casting = begins('vote', round)
        .then(() => voting.castFreeBallot({ id: voter, role: 'user' }, ballot))
        .then(() => true)
        .catch((error) => {
          expect(['not_found', 'topic_cancelled', 'invalid']).toContain(error.code);
          return false;
        });
      await begins('change', round);
      const removals = [voting.removeTopic(topic.id, admin), voting.removeTopic(topic.id, admin)];
      const faults = (await Promise.allSettled(removals)).flatMap((end) =>
        end.status === 'rejected' ? end.reason : [],
      );
      expect(faults.every(({ code }) => code === 'not_found')).toBe(true);
      const cast = await casting;
      const [row] = await db('voting.topics').where({ id: topic.id });
      expect(row === undefined).toBe(!cast);
      expect(faults).toHaveLength(row ? 0 : 1);
      if (row) expect(row).toMatchObject({ archived_at: expect.any(Date), cancelled_at: expect.any(Date) });
      cast ? seen.kept++ : seen.changed++;
    }
    expect(Math.min(seen.changed, seen.kept)).toBeGreaterThan(0);
  });
});

it('a moved end holds for ballots and for the finalizer', async () => {
  const topic = await createTopic(db, { choices: 2, closesIn: 1 });
  await addBallots(db, topic.id, [topic.choices]);
  await edit(topic.id, { endDate: inHours(1) });
  await setDates(db, topic.id, { end: "end_date + interval '1 second'" });
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  await modules.prizes.finalize(topic.id);
  expect(await voting.adminTopic(topic.id)).toMatchObject({ status: 'active', resultsFinalized: 0 });
});
