import { beforeEach, describe, expect, it } from 'vitest';
import { addBallots, createTopic, setDates } from '#tests/factories/topics.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { caller, testSite } from '#tests/support/site.ts';
import type { AdminTopic } from '../contract/admin.ts';

/* What admins do with topics and choices, call by call. */

const site = await testSite({ poolMax: 10 });
const { db } = site;

let admin: TestUser;
let call: ReturnType<typeof caller>;

beforeEach(async () => {
  admin = await createUser(db, { role: 'admin' });
  call = caller(site.app, { cookie: await site.cookieOf(admin) });
  await db('voting.topics').whereNotExists(db('voting.ballots').whereRaw('topic_id = topics.id')).delete();
});

const create = async (fields: object = {}): Promise<AdminTopic> =>
  (await call.post('/api/admin/topics', { name: 'Best pizza', choices: named('A', 'B', 'C'), ...fields }).expect(201))
    .body;
const named = (...names: string[]) => names.map((name) => ({ name }));
/** A topic as a form would send it back. */
const formOf = (topic: AdminTopic) => ({
  name: topic.name,
  description: topic.description,
  nameEs: topic.nameEs,
  descriptionEs: topic.descriptionEs,
  nameFr: topic.nameFr,
  descriptionFr: topic.descriptionFr,
  category: topic.category,
  image: topic.imageUrl,
  startDate: topic.startDate,
  endDate: topic.endDate,
  isActive: topic.isActive === 1,
  isFeatured: topic.isFeatured === 1,
  choices: topic.choices.map(({ id, name, description, imageUrl }) => ({ id, name, description, image: imageUrl })),
  version: topic.version,
});
const edit = (topic: AdminTopic, change: object) =>
  call.put(`/api/admin/topics/${topic.id}`, { ...formOf(topic), ...change });
const namesOf = ({ choices }: AdminTopic) => choices.map(({ name }) => name);
const entries = (kind: string, id: number) =>
  db('platform.audit')
    .where({ subject_kind: kind, subject_id: String(id), actor_id: admin.id })
    .orderBy('id');

describe('the calls', () => {
  const calls = [
    ['get', '/api/admin/topics'],
    ['get', '/api/admin/topics/export'],
    ['post', '/api/admin/topics/import'],
    ['get', '/api/admin/topics/1'],
    ['post', '/api/admin/topics'],
    ['put', '/api/admin/topics/1'],
    ['delete', '/api/admin/topics/1'],
    ['post', '/api/admin/topics/1/cancel'],
    ['post', '/api/admin/topics/1/switches'],
    ['post', '/api/admin/topics/1/duplicate'],
    ['post', '/api/admin/topic-pictures'],
    ['get', '/api/admin/choices'],
    ['post', '/api/admin/choices'],
    ['delete', '/api/admin/choices/1'],
  ] as const;

  it.each(calls)('are for admins alone: %s %s', async (method, address) => {
    await caller(site.app)[method](address).expect(401);
    for (const role of ['user', 'moderator'] as const) {
      const other = caller(site.app, { cookie: await site.cookieOf(await createUser(db, { role })) });
      const { body } = await other[method](address).expect(403);
      expect(body.code).toBe('forbidden');
    }
    const own = await call[method](address);
    expect([401, 403]).not.toContain(own.status);
    expect(own.status).toBeLessThan(500);
  });
});

describe('a new topic', () => {
  it('is as it was written, with its choices in their order, and audited', async () => {
    const fields = {
      name: 'Best pizza',
      description: 'Of them all',
      nameEs: 'La mejor pizza',
      descriptionEs: '',
      nameFr: null,
      category: 'food',
      image: 'https://example.org/pizza.jpg',
      startDate: '2030-01-01T10:00:00+02:00',
      endDate: '2030-02-01T00:00:00.000Z',
      isFeatured: true,
    };
    const topic = await create({
      ...fields,
      choices: [{ name: ' Napoli ', description: 'Thin' }, { name: 'Chicago' }],
    });
    expect(topic).toMatchObject({
      name: 'Best pizza',
      nameEs: 'La mejor pizza',
      descriptionEs: null,
      nameFr: null,
      imageUrl: 'https://example.org/pizza.jpg',
      startDate: '2030-01-01T08:00:00.000Z',
      isActive: 1,
      isFeatured: 1,
      status: 'upcoming',
      version: 1,
      hasBallots: false,
      isArchived: false,
      choices: [{ name: 'Napoli', description: 'Thin' }, { name: 'Chicago' }],
    });
    expect((await caller(site.app).get(`/api/choices/${topic.id}`)).body).toEqual(topic.choices);
    expect(await entries('topic', topic.id)).toMatchObject([
      { action: 'topic_created', before: null, after: { name: 'Best pizza', choices: ['Napoli', 'Chicago'] } },
    ]);
  });

  it.each([
    ['name', 'This field is required', { name: '' }],
    ['name', 'This is too long', { name: 'x'.repeat(201) }],
    ['category', 'This value is not valid', { category: 'cars' }],
    ['image', 'Give an https address, or upload a picture.', { image: 'http://example.org/x.png' }],
    ['image', 'Give an https address, or upload a picture.', { image: 'javascript:alert(1)' }],
    ['image', 'Give an https address, or upload a picture.', { image: '/api/auth/logout' }],
    ['image', 'Give an https address, or upload a picture.', { image: '/api/topic-pictures/../auth/logout' }],
    ['endDate', 'A start needs an end.', { startDate: '2030-01-01T00:00:00Z' }],
    [
      'endDate',
      'The end must be after the start.',
      { startDate: '2030-01-01T00:00:00Z', endDate: '2030-01-01T00:00:00Z' },
    ],
    ['endDate', 'Give the time as ISO 8601 has it, with its offset or Z.', { endDate: 'tomorrow' }],
    ['endDate', 'Give a year from 2000 to 2099.', { endDate: '9999-12-31T23:59:59-23:59' }],
    ['isActive', 'This value is not valid', { isActive: 'yes' }],
    ['choices.2.name', 'Another choice has this name.', { choices: named('A', 'b', 'B') }],
    ['choices.1.name', 'This field is required', { choices: named('A', '  ') }],
    ['choices', 'At most 200 choices.', { choices: Array.from({ length: 201 }, (_, n) => ({ name: `C${n}` })) }],
    ['colour', 'This field is not known', { colour: 'red' }],
  ])('is refused at %s: %s', async (field, text, fields) => {
    const { body } = await call.post('/api/admin/topics', { name: 'Best pizza', ...fields }).expect(400);
    expect(body.errors).toEqual({ [field]: text });
    expect(await db('voting.topics').where({ name: 'Best pizza' })).toEqual([]);
  });

  it('may be much longer than other calls', async () => {
    const choices = Array.from({ length: 200 }, (_, n) => ({ name: `Choice ${n}`, description: 'é'.repeat(500) }));
    expect((await create({ choices })).choiceCount).toBe(200);
    await call.post('/api/admin/topics', { name: 'x'.repeat(1_100_000) }).expect(413);
    await call.post('/api/admin/choices', { name: 'x'.repeat(70_000) }).expect(413);
  });
});

describe('an edit', () => {
  it('makes the topic what it says, and says in the audit what that changed', async () => {
    const topic = await create({ description: 'Old' });
    const [a, b] = formOf(topic).choices;
    const choices = [{ ...b, description: 'Second to none' }, { name: 'D' }, a];
    const { body } = await edit(topic, { description: 'New', endDate: '2030-01-01T00:00:00Z', choices }).expect(200);
    expect(namesOf(body)).toEqual(['B', 'D', 'A']);
    expect(body).toMatchObject({ description: 'New', version: 2, choiceCount: 3 });
    expect(body.choices[2].id).toBe(a?.id);
    expect((await entries('topic', topic.id)).at(-1)).toMatchObject({
      action: 'topic_updated',
      before: {
        description: 'Old',
        endDate: null,
        choices: ['A', 'B', 'C'],
        editedChoices: { [b?.id as number]: { description: '' } },
      },
      after: {
        description: 'New',
        endDate: '2030-01-01T00:00:00.000Z',
        choices: ['B', 'D', 'A'],
        editedChoices: { [b?.id as number]: { description: 'Second to none' } },
      },
    });
  });

  it('lets choices change their names among themselves', async () => {
    const topic = await create();
    const [a, b, c] = formOf(topic).choices;
    const choices = [
      { ...a, name: 'b' },
      { ...b, name: 'C' },
      { ...c, name: 'A' },
    ];
    const { body } = await edit(topic, { choices }).expect(200);
    expect(body.choices.map(({ id, name }: { id: number; name: string }) => [id, name])).toEqual([
      [a?.id, 'b'],
      [b?.id, 'C'],
      [c?.id, 'A'],
    ]);
    const renewed = [{ ...a, name: 'Z' }, { name: 'C' }]; // the name of one that goes
    expect(namesOf((await edit(body, { choices: renewed }).expect(200)).body)).toEqual(['Z', 'C']);
  });

  it('changes nothing and counts for nothing where nothing differs', async () => {
    const topic = await create();
    expect((await edit(topic, {}).expect(200)).body.version).toBe(1);
    expect(await entries('topic', topic.id)).toHaveLength(1);
  });

  it('leaves times alone that a form shows with less precision than they have', async () => {
    const { id, choices } = await createTopic(db, { choices: 2 });
    await setDates(db, id, { end: "'2031-05-05T05:05:05.123456Z'" });
    await addBallots(db, id, [choices]);
    const { body: topic } = await call.get(`/api/admin/topics/${id}`).expect(200);
    await edit(topic, { description: 'Other' }).expect(200);
    const kept = "end_date = '2031-05-05T05:05:05.123456Z'";
    expect(await db('voting.topics').where({ id }).whereRaw(kept)).toHaveLength(1);
  });

  it('of what somebody else has changed meanwhile is refused, and loses nothing', async () => {
    const topic = await create();
    await edit(topic, { name: 'First' }).expect(200);
    const { body } = await edit(topic, { name: 'Second' }).expect(409);
    expect(body.code).toBe('changed_meanwhile');
    expect((await call.get(`/api/admin/topics/${topic.id}`)).body.name).toBe('First');
  });

  it('is won by exactly one of many at once', async () => {
    for (let round = 0; round < 10; round++) {
      const topic = await create();
      const edits = Array.from({ length: 6 }, (_, n) =>
        edit(topic, { name: `Take ${n}`, choices: named(`Only ${n}`) }),
      );
      const answers = await Promise.all(edits);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
      const winner = answers.find(({ status }) => status === 200)?.body as AdminTopic;
      const stored: AdminTopic = (await call.get(`/api/admin/topics/${topic.id}`)).body;
      expect(stored).toMatchObject({ name: winner.name, version: 2 });
      expect(namesOf(stored)).toEqual([winner.name.replace('Take', 'Only')]);
      expect(await entries('topic', topic.id)).toHaveLength(2);
    }
  });

  it('names choices of this topic only, and each once', async () => {
    const [topic, other] = [await create(), await create()];
    for (const ids of [[other.choices[0]?.id], [topic.choices[0]?.id, topic.choices[0]?.id]]) {
      const choices = ids.map((id, n) => ({ id, name: `N${n}` }));
      const { body } = await edit(topic, { choices }).expect(400);
      expect(body.errors).toEqual({ [`choices.${ids.length - 1}.id`]: 'These are not choices of this topic' });
    }
    expect(namesOf((await call.get(`/api/admin/topics/${topic.id}`)).body)).toEqual(['A', 'B', 'C']);
  });

  it('of a topic that is not there finds nothing', async () => {
    const topic = await create();
    expect((await edit({ ...topic, id: 999_999 }, {}).expect(404)).body.code).toBe('not_found');
    await call.get('/api/admin/topics/999999').expect(404);
    await call.get('/api/admin/topics/x').expect(400);
    await call.post('/api/admin/topics/999999/switches', { isActive: true }).expect(404);
    await call.post('/api/admin/topics/999999/duplicate').expect(404);
    await call.get('/api/choices/999999').expect(404);
  });
});

describe('a switch', () => {
  it('turns one thing and says so in the audit', async () => {
    const topic = await create();
    const address = `/api/admin/topics/${topic.id}/switches`;
    expect((await call.post(address, { isActive: false }).expect(200)).body).toMatchObject({ isActive: 0, version: 2 });
    expect((await call.post(address, { isActive: false }).expect(200)).body.version).toBe(2);
    expect((await call.post(address, { isFeatured: true }).expect(200)).body).toMatchObject({
      isActive: 0,
      isFeatured: 1,
    });
    expect((await entries('topic', topic.id)).slice(1)).toMatchObject([
      { action: 'topic_updated', before: { isActive: true }, after: { isActive: false } },
      { action: 'topic_updated', before: { isFeatured: false }, after: { isFeatured: true } },
    ]);
    await call.post(address, { isActive: 1 }).expect(400);
    await call.post(address, { name: 'x' }).expect(400);
  });
});

describe('a duplicate', () => {
  it('is a topic of its own without dates and ballots, switched off', async () => {
    const { id, choices } = await createTopic(db, { choices: 3, isFeatured: true });
    await addBallots(db, id, [choices]);
    const { body } = await call.post(`/api/admin/topics/${id}/duplicate`).expect(201);
    expect(body).toMatchObject({ isActive: 0, isFeatured: 0, startDate: null, endDate: null, hasBallots: false });
    expect(namesOf(body)).toEqual(['Choice 1', 'Choice 2', 'Choice 3']);
    expect(body.choices.map((choice: { id: number }) => choice.id)).not.toContain(choices[0]);
    expect(await entries('topic', body.id)).toMatchObject([{ action: 'topic_duplicated', after: { copyOf: id } }]);
  });
});

describe('a choice', () => {
  it('is put after the others, and taken away again', async () => {
    const topic = await create();
    const { body } = await call
      .post('/api/admin/choices', { topicId: topic.id, name: 'D', description: 'Late', image: '' })
      .expect(201);
    expect(body).toEqual({ id: expect.any(Number), name: 'D', description: 'Late', imageUrl: null });
    const after: AdminTopic = (await call.get(`/api/admin/topics/${topic.id}`)).body;
    expect(namesOf(after)).toEqual(['A', 'B', 'C', 'D']);
    expect(after.version).toBe(2);
    const { body: nothing } = await call.delete(`/api/admin/choices/${body.id}`).expect(204);
    expect(nothing).toEqual({});
    await call.delete(`/api/admin/choices/${body.id}`).expect(404);
    expect(await entries('choice', body.id)).toMatchObject([
      { action: 'choice_created', before: null, after: { topicId: topic.id, name: 'D' } },
      { action: 'choice_deleted', before: { topicId: topic.id, name: 'D' }, after: null },
    ]);
  });

  it('is refused where it has no name, no topic, or the name of another', async () => {
    const topic = await create();
    const refused = async (body: object) => (await call.post('/api/admin/choices', body).expect(400)).body.errors;
    expect(Object.keys(await refused({ topicId: topic.id }))).toEqual(['name']);
    expect(Object.keys(await refused({ name: 'D' }))).toEqual(['topicId']);
    expect(await refused({ topicId: topic.id, name: 'a' })).toEqual({ name: 'Another choice has this name.' });
    await call.post('/api/admin/choices', { topicId: 999_999, name: 'D' }).expect(404);
  });
});
