import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { subscribe } from '#tests/factories/subscribers.ts';
import { createUser } from '#tests/factories/users.ts';
import { broadcastDesk, letter, none } from '#tests/support/broadcasts.ts';
import { caller, testSite } from '#tests/support/site.ts';

/* Broadcasts by e-mail at an admin's desk: who may send them, what is typed, looked at, pressed twice and stopped. */

const site = await testSite({ poolMax: 10 });
const { app, db, mails } = site;
const { admin, api, work, send, mailsTo, anotherLetter, auditOf } = await broadcastDesk(site);
const path = '/api/admin/broadcast-email';

it('are for admins alone', async () => {
  const calls = [
    ['post', path],
    ['post', `${path}/preview`],
    ['post', `${path}/test`],
    ['get', '/api/admin/broadcast-audience'],
    ['get', '/api/admin/broadcasts'],
    ['get', '/api/admin/broadcasts/1'],
    ['post', '/api/admin/broadcasts/1/cancel'],
  ] as const;
  for (const [role, status] of [
    [null, 401],
    ['user', 403],
    ['moderator', 403],
  ] as const) {
    const cookie = role ? await site.cookieOf(await createUser(db, { role })) : '';
    for (const [method, address] of calls) await caller(app, { cookie })[method](address).expect(status);
  }
  await api.get('/api/admin/broadcasts/1').expect(404);
  await api.post('/api/admin/broadcasts/1/cancel').expect(404);
  await api.get('/api/admin/broadcasts/2147483648').expect(400);
});

describe('what is typed', () => {
  const both = 'Please provide both subject and message';

  it.each([
    ['nothing', {}, { subject: both, message: both, recipients: 'This field is required' }],
    ['an empty subject', { ...letter, subject: '  ', recipients: 'all' }, { subject: both }],
    ['no message', { subject: 'x', recipients: 'all' }, { message: both }],
    ['too long a subject', { ...letter, subject: 'x'.repeat(101), recipients: 'all' }, { subject: 'This is too long' }],
    [
      'too long a message',
      { ...letter, message: 'x'.repeat(1_001), recipients: 'all' },
      { message: 'This is too long' },
    ],
    [
      'a subject of two lines',
      { ...letter, subject: 'one\nBcc: two@example.org', recipients: 'all' },
      { subject: 'This value is not valid' },
    ],
    ['a subject alone in Spanish', { ...letter, subjectEs: 'Hola', recipients: 'all' }, { messageEs: both }],
    ['a message alone in French', { ...letter, messageFr: 'Bonjour', recipients: 'all' }, { subjectFr: both }],
    ['an unknown audience', { ...letter, recipients: 'some' }, { recipients: 'This value is not valid' }],
    ['an empty list', { ...letter, recipients: [] }, { recipients: 'This field is required' }],
    [
      'a list with what is no address',
      { ...letter, recipients: ['a@example.org', 'b', 'c@example.org', 4] },
      { 'recipients.1': 'Invalid email address', 'recipients.3': 'This field is required' },
    ],
    ['a key that is none', { ...letter, recipients: 'all', key: 'one' }, { key: 'This value is not valid' }],
    ['anything else', { ...letter, recipients: 'all', html: '<b>' }, { html: 'This field is not known' }],
  ])('%s is refused, each field by its name', async (_name, body, errors) => {
    const answer = await api.post(path, body).expect(400);
    expect(answer.body).toMatchObject({ code: 'invalid', errors });
    expect(Object.keys(answer.body.errors)).toEqual(Object.keys(errors));
  });

  it('may be as long as it may be, with ten thousand addresses, and no more', async () => {
    const addresses = Array.from({ length: 10_000 }, (_, n) => `somebody.with.a.long.address.${n}@mail.example.org`);
    const longest = { subject: 'x'.repeat(100), message: 'y'.repeat(1_000) };
    const answer = await send(addresses, longest).expect(202);
    expect(answer.body).toMatchObject({
      state: 'done',
      counts: { ...none, recipients: 10_000, withoutConsent: 10_000 },
    });
    const tooMany = await send([...addresses, 'one.more@example.org'], longest).expect(400);
    expect(tooMany.body.errors).toEqual({ recipients: 'At most 10,000 addresses.' });
    await caller(app)
      .post('/api/auth/login', { email: 'x'.repeat(70_000) })
      .expect(413); // others keep their limit
  });
});

describe('a second press', () => {
  it('with the same key is the same broadcast, also at the same moment', async () => {
    const address = await subscribe(db);
    const again = { ...anotherLetter(), key: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => send([address], again).expect(202)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    await work();
    await db('broadcasts.broadcasts').update({ created_at: db.raw("created_at - interval '1 day'") });
    expect((await send([address], again).expect(202)).body).toMatchObject({ id: answers[0]?.body.id, state: 'done' });
    await work();
    expect(mailsTo(address)).toHaveLength(1);
    expect(await auditOf('broadcast_created', answers[0]?.body.id)).toHaveLength(1);

    const other = await send([address], { ...anotherLetter(), key: again.key }).expect(400);
    expect(other.body.errors).toEqual({ key: 'This value is not valid' });
  });

  it('without a key is the same for ten minutes and while it is under way, and only for the same admin', async () => {
    const address = await subscribe(db);
    const same = anotherLetter();
    const press = async (by = api) => (await by.post(path, { ...same, recipients: [address] }).expect(202)).body.id;
    const age = (id: number) =>
      db('broadcasts.broadcasts')
        .where({ id })
        .update({ created_at: db.raw("created_at - interval '11 minutes'") });
    const [first, second] = await Promise.all([press(), press()]);
    expect(second).toBe(first);
    await age(first);
    expect(await press()).toBe(first); // still under way
    const colleague = await createUser(db, { role: 'admin' });
    expect(await press(caller(app, { cookie: await site.cookieOf(colleague) }))).not.toBe(first);
    await work();
    expect(await press()).not.toBe(first);
  });
});

describe('stopping', () => {
  it('keeps back what has not been sent, is written down, and is the same when pressed again', async () => {
    const addresses = await Promise.all([subscribe(db), subscribe(db)]);
    const { body } = await send(addresses, anotherLetter()).expect(202);
    const stopped = await api.post(`/api/admin/broadcasts/${body.id}/cancel`).expect(200);
    expect(stopped.body).toMatchObject({ state: 'stopped', counts: { ...none, recipients: 2, stopped: 2 } });
    await api.post(`/api/admin/broadcasts/${body.id}/cancel`).expect(200);
    await work();
    expect(addresses.flatMap(mailsTo)).toEqual([]);
    expect(await auditOf('broadcast_cancelled', body.id)).toMatchObject([
      { actor_id: admin.id, before: { state: 'queued' }, after: { state: 'stopped', unsent: 2 } },
    ]);
  });

  it('comes too late for one that is done', async () => {
    const { body } = await send([await subscribe(db)], anotherLetter()).expect(202);
    await work();
    const answer = await api.post(`/api/admin/broadcasts/${body.id}/cancel`).expect(409);
    expect(answer.body.code).toBe('broadcast_over');
  });
});

describe('looking at it first', () => {
  const hostile = {
    subject: 'Rock & <b>roll</b>',
    message: 'See https://podium.test/a?b=1&c=2.\nNow\n\n<script>x</script> javascript:y',
  };

  it('shows each language as it will be sent: text alone, lines and links', async () => {
    const { body } = await api
      .post(`${path}/preview`, { ...hostile, subjectEs: 'Hola', messageEs: 'Mundo' })
      .expect(200);
    const [en, es, fr] = body.items;
    expect(
      body.items.map((item: { language: string; translated: boolean }) => [item.language, item.translated]),
    ).toEqual([
      ['en', true],
      ['es', true],
      ['fr', false],
    ]);
    expect(en.subject).toBe('Rock & <b>roll</b>');
    expect(en.html).toContain('<title>Rock &amp; &lt;b&gt;roll&lt;/b&gt;</title>');
    expect(en.html).toMatch(
      /See <a href="https:\/\/podium\.test\/a\?b=1&amp;c=2" style="[^"]+">https:\/\/podium\.test\/a\?b=1&amp;c=2<\/a>\.<br>Now<\/p><p[^>]*>&lt;script&gt;x&lt;\/script&gt; javascript:y<\/p>/,
    );
    expect(en.text).toContain(hostile.message);
    expect(es).toMatchObject({ subject: 'Hola', text: expect.stringMatching(/^Mundo\n\nPodium\. Impulsado/) });
    expect(fr).toMatchObject({ subject: hostile.subject, text: expect.stringContaining('Se désabonner\u00a0: http') });

    const address = await subscribe(db);
    await send([address], { ...hostile }).expect(202);
    await work();
    const [mail] = mailsTo(address);
    const withoutToken = (text = '') => text.replace(/token=[\w-]+/g, 'token=');
    expect(withoutToken(mail?.html)).toBe(withoutToken(en.html));
    expect(withoutToken(mail?.text)).toBe(withoutToken(en.text));
  });

  it('sends a test to the admin alone, marked, in the language asked for, and counts nothing', async () => {
    await subscribe(db, { address: admin.email });
    const subscriptions = () => db('notifications.subscriptions').orderBy('id');
    const before = await subscriptions();
    const already = mails.length;
    const texts = { ...letter, subjectEs: 'Una temporada', messageEs: 'Empieza.' };
    await api.post(`${path}/test`, { ...texts, language: 'es' }).expect(202);
    const answer = await api.post(`${path}/test`, texts).expect(202);
    expect(answer.body.message).toBe(`The test is on its way to ${admin.email}.`);
    await site.deliver();
    expect(mails.slice(0, mails.length - already).map(({ to, subject }) => [to, subject])).toEqual([
      [admin.email, '[Test] A new season'],
      [admin.email, '[Prueba] Una temporada'],
    ]);
    expect(mails[0]?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
    expect(await subscriptions()).toEqual(before);
    await api.post(`${path}/test`, { subject: 'Only this' }).expect(400);
  });
});

it('are listed newest first, with who and how many', async () => {
  const { body } = await api.get('/api/admin/broadcasts').expect(200);
  const ids = body.items.map(({ id }: { id: number }) => id);
  expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a));
  expect(body).toMatchObject({ total: (await db('broadcasts.broadcasts')).length, page: 1 });
  for (const { counts } of body.items) {
    const { recipients, ...rest } = counts;
    expect(Object.values<number>(rest).reduce((sum, many) => sum + many, 0)).toBe(recipients);
  }
});
