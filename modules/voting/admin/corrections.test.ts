import { beforeEach, describe, expect, it } from 'vitest';
import { addBallots, closeTopic, createTopic, type TestTopic } from '#tests/factories/topics.ts';
import { createUser } from '#tests/factories/users.ts';
import { meanwhile } from '#tests/support/database.ts';
import { until } from '#tests/support/processes.ts';
import { caller, testSite } from '#tests/support/site.ts';
import type { AdminTopic } from '../contract/admin.ts';
import { lockShared } from '../topics/locks.ts';

/* What may still change of what voters have seen: a misspelt name, and beside final results a note (decision 2). */

const { app, db, modules, cookieOf } = await testSite({ poolMax: 10 });
const admin = await createUser(db, { role: 'admin' });
const office = caller(app, { cookie: await cookieOf(admin) });
const visitor = caller(app);

let topic: TestTopic;
let mali: number;
let peru: number;
beforeEach(async () => {
  topic = await createTopic(db, { choices: 3 });
  [mali = 0, peru = 0] = topic.choices;
  await db('voting.choices').where({ id: mali }).update({ name: 'Timbuctu' });
  await db('voting.choices').where({ id: peru }).update({ name: 'Machu Pichu' });
  await addBallots(db, topic.id, [topic.choices]);
});

const finalize = async () => {
  await closeTopic(db, topic.id);
  await modules.prizes.finalize(topic.id);
};
const correct = (id: number, name: string, reason = 'misspelt') =>
  office.post(`/api/admin/choices/${id}/spelling`, { name, reason });
const refused = async (id: number, name: string, reason?: string) =>
  (await correct(id, name, reason).expect(400)).body.errors;
const nameOf = async (id: number) => (await db('voting.choices').where({ id }).first('name')).name;
const stored = async (): Promise<AdminTopic> => (await office.get(`/api/admin/topics/${topic.id}`).expect(200)).body;
const edit = async (change: object) => {
  const { imageUrl, isActive, isFeatured, ...now } = await stored();
  const known = [
    ...['name', 'description', 'nameEs', 'descriptionEs', 'nameFr', 'descriptionFr', 'category', 'startDate'],
    ...['endDate', 'version'],
  ];
  const choices = now.choices.map(({ imageUrl: image, ...choice }) => ({ ...choice, image }));
  const same = Object.fromEntries(known.map((name) => [name, now[name as keyof typeof now]]));
  const body = { ...same, image: imageUrl, isActive: isActive === 1, isFeatured: isFeatured === 1, choices, ...change };
  return office.put(`/api/admin/topics/${topic.id}`, body);
};

describe('a choice that somebody has ranked', () => {
  it('is spelt right, with a reason, and what it was is kept in the audit', async () => {
    const { body } = await correct(mali, 'Timbuktu').expect(200);
    expect(body).toMatchObject({ id: mali, name: 'Timbuktu' });
    expect(await nameOf(mali)).toBe('Timbuktu');
    const entries = await db('platform.audit').where({ subject_kind: 'choice', subject_id: String(mali) });
    expect(entries).toMatchObject([
      {
        action: 'choice_corrected',
        before: { topicId: topic.id, name: 'Timbuctu' },
        after: { topicId: topic.id, name: 'Timbuktu', reason: 'misspelt' },
      },
    ]);
    expect((await stored()).version).toBe(2);
  });

  it('needs a reason, and an admin', async () => {
    expect(Object.keys(await refused(mali, 'Timbuktu', ' '))).toEqual(['reason']);
    await visitor.post(`/api/admin/choices/${mali}/spelling`, { name: 'Timbuktu', reason: 'x' }).expect(401);
    await correct(999_999, 'Timbuktu').expect(404);
  });

  it('changes no more than a third of its letters, however often it is corrected', async () => {
    expect(await refused(mali, 'Marrakech')).toEqual({
      name: 'This is another name: a correction changes at most a third of its letters.',
    });
    await correct(mali, 'Tombuktu').expect(200); // two letters of eight
    expect(Object.keys(await refused(mali, 'Tombukto'))).toEqual(['name']);
    await correct(mali, 'TIMBUCTU').expect(200); // capitals are no other letters
    expect(await nameOf(mali)).toBe('TIMBUCTU');
  });

  it('is measured by the name that was voted on, not by one from before', async () => {
    const early = await createTopic(db, { choices: 3 });
    const [choice = 0] = early.choices;
    await correct(choice, 'Zorro Quux').expect(200);
    await addBallots(db, early.id, [early.choices]);
    expect(await refused(choice, 'Choice 1')).toHaveProperty('name');
    await correct(choice, 'Zorro Quuux').expect(200);
    expect(await nameOf(choice)).toBe('Zorro Quuux');
  });

  it('stays in its topic, and no other looks the same', async () => {
    const other = await createTopic(db, { choices: 3 });
    const moved = db('voting.choices').where({ id: mali }).update({ topic_id: other.id, position: 900 });
    await expect(moved).rejects.toMatchObject({ code: 'PV100' });
    await office.post('/api/admin/choices', {
      topicId: topic.id,
      name: 'Machu\u200b Pichu',
      description: '',
      image: '',
    });
    expect(await refused(mali, 'Machu Pic\u200dhu')).toHaveProperty('name');
  });

  it('never gets a name that another choice has, or once had', async () => {
    const [, , third = 0] = topic.choices;
    await db.raw('alter table voting.choices disable trigger keep_choice_texts');
    await db('voting.choices').where({ id: mali }).update({ name: 'Iran' });
    await db('voting.choices').where({ id: peru }).update({ name: 'Iraq' });
    await db('voting.choices').where({ id: third }).update({ name: 'Irak' });
    await db.raw('alter table voting.choices enable trigger keep_choice_texts');
    const had = { name: 'Another choice of this topic has, or once had, this name.' };
    expect(await refused(mali, 'IRAQ')).toEqual(had);
    await correct(peru, 'Iras').expect(200);
    expect(await refused(mali, 'Iraq')).toEqual(had);
    expect(await refused(mali, 'Iràs')).toEqual(had);
    const added = { topicId: topic.id, name: 'Iraq' };
    expect((await office.post('/api/admin/choices', added).expect(400)).body.errors).toEqual(had);
    await correct(peru, 'Iraq').expect(200); // its own may come back
  });

  it('cannot change places with another by name, not even in the database', async () => {
    const { choices } = await stored();
    const swapped = choices.map((choice, index) => ({
      ...{ id: choice.id, description: choice.description },
      name: choices[index < 2 ? 1 - index : index]?.name,
    }));
    const { body } = (await edit({ choices: swapped })) as { body: { errors: object } };
    expect(body.errors).toEqual({ choices: expect.stringContaining('so its choices keep their names') });
    const write = (name: string) => db('voting.choices').where({ id: mali }).update({ name });
    await expect(write('Machu Picchu')).rejects.toMatchObject({ code: 'PV100', constraint: 'choice_name_fixed' });
    expect([await nameOf(mali), await nameOf(peru)]).toEqual(['Timbuctu', 'Machu Pichu']);
  });

  it('gets the picture that is missing, and keeps the one that it has', async () => {
    const pictured = async (image: string | null) => {
      const choices = (await stored()).choices.map(({ id, name, imageUrl }) => ({
        ...{ id, name },
        image: id === mali ? image : imageUrl,
      }));
      return edit({ choices });
    };
    expect((await pictured('https://example.org/timbuktu.jpg')).status).toBe(200);
    for (const other of ['https://example.org/cusco.jpg', null]) {
      const { status, body } = await pictured(other);
      expect([status, body.errors.choices]).toEqual([400, expect.stringContaining('pictures')]);
    }
  });

  it('is not renamed by somebody who saw no ballots while the first was being cast', async () => {
    const fresh = await createTopic(db, { choices: 3 });
    const own = () => db('voting.choices').where({ id: fresh.choices[0] });
    let renaming: Promise<unknown> = Promise.resolve();
    await db.transaction(async (casting) => {
      await lockShared(casting, fresh.id); // as whoever writes a ballot does
      await addBallots(casting, fresh.id, [fresh.choices]);
      await meanwhile(async () => {
        renaming = own()
          .update({ name: 'Another' })
          .catch((error) => error);
        await until(async () => (await db('pg_locks').where({ granted: false, locktype: 'advisory' })).length > 0);
      });
    });
    expect(await renaming).toMatchObject({ code: 'PV100', constraint: 'choice_name_fixed' });
  });
});

describe('a final topic', () => {
  it('shows what was voted on: nothing of it changes, not even in the database', async () => {
    await finalize();
    const final = expect.stringContaining('The results of this topic are final');
    for (const [change, field] of [
      [{ name: 'Other' }, 'name'],
      [{ nameEs: 'Otro' }, 'nameEs'],
      [{ descriptionFr: 'Autre' }, 'descriptionFr'],
      [{ image: 'https://example.org/x.png' }, 'image'],
      [{ category: 'food' }, 'category'],
    ] as const) {
      const { status, body } = await edit(change);
      expect([status, body.errors]).toEqual([400, { [field]: final }]);
    }
    expect(await refused(mali, 'Timbuktu')).toEqual({ name: final });
    for (const change of [{ name: 'Timbuktu' }, { description: 'x' }, { image_url: 'https://example.org/x.png' }]) {
      await expect(db('voting.choices').where({ id: mali }).update(change)).rejects.toMatchObject({ code: 'PV100' });
    }
    const added = { topic_id: topic.id, name: 'Late', position: 9 };
    await expect(db('voting.choices').insert(added)).rejects.toMatchObject({ code: 'PV100' });
  });

  it('still moves in and out of lists', async () => {
    await finalize();
    await office.post(`/api/admin/topics/${topic.id}/switches`, { isFeatured: true }).expect(200);
    await office.delete(`/api/admin/topics/${topic.id}`).expect(204);
  });

  it('gets a note beside it, which everybody reads and the audit keeps', async () => {
    const note = { correction: 'It is spelt Timbuktu.', correctionEs: 'Se escribe Tombuctú.', correctionFr: '' };
    const address = `/api/admin/topics/${topic.id}/correction`;
    expect((await office.post(address, note).expect(403)).body.code).toBe('results_not_final');
    await finalize();
    expect((await office.post(address, note).expect(200)).body).toMatchObject({ ...note, correctionFr: null });
    expect((await visitor.get(`/api/topics/${topic.id}`).expect(200)).body).toMatchObject({
      correction: note.correction,
      correctionEs: note.correctionEs,
    });
    await office.post(address, { correctionEs: 'Sola' }).expect(200);
    expect(await stored()).toMatchObject({ correction: null, correctionEs: null });
    const entries = await db('platform.audit').where({ action: 'topic_corrected', subject_id: String(topic.id) });
    expect(entries).toMatchObject([
      { before: { correction: null }, after: { correction: note.correction } },
      { before: { correction: note.correction }, after: { correction: null } },
    ]);
    await visitor.post(address, note).expect(401);
  });
});
