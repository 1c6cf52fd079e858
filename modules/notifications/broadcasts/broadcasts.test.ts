import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newAddress, subscribe } from '#tests/factories/subscribers.ts';
import { createUser } from '#tests/factories/users.ts';
import { workThroughBroadcasts } from '#tests/support/broadcasts.ts';
import { caller, testSite } from '#tests/support/site.ts';

/* Broadcasts by e-mail: who may send them, who gets them, and how often. */

const site = await testSite({ poolMax: 10 });
const { app, db, mails, settings } = site;
const { notifications } = site.modules;
const admin = await createUser(db, { role: 'admin' });
const api = caller(app, { cookie: await site.cookieOf(admin) });
const path = '/api/admin/broadcast-email';
const letter = { subject: 'A new season', message: 'The season begins.' };

const work = () => workThroughBroadcasts(db, notifications);
const send = (recipients: 'all' | string[], extra: object = {}) => api.post(path, { ...letter, recipients, ...extra });
const one = async (id: number) => (await api.get(`/api/admin/broadcasts/${id}`).expect(200)).body;
const countsOf = async (id: number) => (await one(id)).counts;
const none = {
  recipients: 0,
  waiting: 0,
  sent: 0,
  overLimit: 0,
  withoutConsent: 0,
  suspended: 0,
  failed: 0,
  stopped: 0,
};
const mailsTo = (address: string) => mails.filter(({ to }) => to === address);
/** Different texts, so that a broadcast is not taken for a repetition. */
let letters = 0;
const anotherLetter = () => {
  letters += 1;
  return { subject: `Letter ${letters}`, message: 'Something else.' };
};
const auditOf = (action: string, id: number) =>
  db('platform.audit').where({ action, subject_kind: 'broadcast', subject_id: String(id) });

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

describe('who gets it', () => {
  it('are those who consented to marketing, and no others, each in his or her language', async () => {
    const yes = await subscribe(db);
    const french = await subscribe(db, { language: 'fr' });
    const spanish = await subscribe(db, { language: 'es' });
    const serviceOnly = await subscribe(db, { marketing: false });
    const bySms = '+34600700700';
    await subscribe(db, { channel: 'sms', address: bySms });
    const frenchByNow = await createUser(db);
    await subscribe(db, { address: frenchByNow.email });
    await db('accounts.users').where({ id: frenchByNow.id }).update({ preferred_language: 'fr' });

    const before = (await api.get('/api/admin/broadcast-audience').expect(200)).body;
    const { body } = await send('all', { subjectFr: 'Une saison', messageFr: 'Elle commence.' }).expect(202);
    expect(body).toMatchObject({
      ...{ subject: 'A new season', audience: 'all', state: 'queued', heldSince: null, endedAt: null },
      createdBy: { id: admin.id, username: admin.username },
      counts: { ...none, recipients: 4, waiting: 4 },
    });
    expect(before).toEqual({ consented: 4, overLimit: 0, reachable: 4, switchedOn: true });
    await work();

    expect(mailsTo(yes)).toMatchObject([{ subject: 'A new season' }]);
    expect(mailsTo(yes)[0]?.text).toMatch(/^The season begins\.\n\nPodium\./);
    expect(mailsTo(french)).toMatchObject([{ subject: 'Une saison' }]);
    expect(mailsTo(frenchByNow.email)).toMatchObject([{ subject: 'Une saison' }]);
    // Nothing is written in Spanish: the English goes out, with the way to unsubscribe in Spanish.
    expect(mailsTo(spanish)).toMatchObject([{ subject: 'A new season' }]);
    expect(mailsTo(spanish)[0]?.text).toContain('Cancelar la suscripción: http://podium.test/unsubscribe?token=');
    expect([...mailsTo(serviceOnly), ...mailsTo(bySms)]).toEqual([]);
    expect(await one(body.id)).toMatchObject({
      ...{ state: 'done', endedAt: expect.any(String) },
      counts: { ...none, recipients: 4, sent: 4 },
      texts: [
        { language: 'en', ...letter },
        { language: 'fr', subject: 'Une saison', message: 'Elle commence.' },
      ],
    });
    expect(await auditOf('broadcast_created', body.id)).toMatchObject([
      {
        actor_id: admin.id,
        after: { subject: 'A new season', languages: ['en', 'fr'], audience: 'all', recipients: 4 },
      },
    ]);
  });

  it('are of a list only those who consented; the others are counted, and nowhere written down', async () => {
    const [yes, no, unknown] = [await subscribe(db), await subscribe(db, { marketing: false }), newAddress()];
    const list = [yes.toUpperCase(), yes, no, unknown];
    const { body } = await send(list, anotherLetter()).expect(202);
    expect(body).toMatchObject({ audience: 'list', counts: { ...none, recipients: 3, waiting: 1, withoutConsent: 2 } });
    await work();
    expect(mails.filter(({ to }) => list.includes(to)).map(({ to }) => to)).toEqual([yes]);
    expect(await countsOf(body.id)).toEqual({ ...none, recipients: 3, sent: 1, withoutConsent: 2 });
    const stored = JSON.stringify([
      await db('notifications.broadcasts'),
      await db('notifications.broadcast_recipients'),
      await db('platform.audit'),
      await db('platform.outbox'),
    ]);
    expect(stored).not.toContain(unknown);
    expect(stored).not.toContain(no);
  });

  it('are not those who opt out before their turn, nor suspended accounts', async () => {
    const leaving = await subscribe(db);
    const suspended = await createUser(db, { suspended: true });
    await subscribe(db, { address: suspended.email });
    const { body } = await send([leaving, suspended.email], anotherLetter()).expect(202);
    expect(body.counts).toMatchObject({ recipients: 2, waiting: 2 });
    await caller(app)
      .post('/api/subscription-preferences/opt-out', { optOutType: 'email', email: leaving })
      .expect(200);
    await work();
    expect([...mailsTo(leaving), ...mailsTo(suspended.email)]).toEqual([]);
    expect(await countsOf(body.id)).toEqual({ ...none, recipients: 2, withoutConsent: 1, suspended: 1 });
  });

  it('and everything about it is exported and erased with the person', async () => {
    const person = await createUser(db);
    await subscribe(db, { address: person.email });
    await send([person.email], { subject: 'To be erased', message: 'Soon.' }).expect(202);
    await work();
    const { createSubscriptionData } = await import('../index.ts');
    const data = createSubscriptionData(db);
    const whose = { id: person.id, email: person.email.toUpperCase(), phoneNumber: null };
    expect(await data.dataOf(whose)).toMatchObject({
      broadcasts: [{ address: person.email, subject: 'To be erased', state: 'sent', tried_at: expect.any(Date) }],
      subscriptions: [{ marketing_last_at: expect.any(Date), marketing_before_at: null }],
    });
    await db.transaction((trx) => data.erase(trx, whose));
    expect(await data.dataOf(whose)).toEqual({ broadcasts: [], subscriptions: [], consents: [] });
    expect(await db('notifications.broadcast_recipients').where({ address: person.email })).toEqual([]);
  });
});

describe('at most two a week', () => {
  /** Lets time pass for an address, past what the database would allow to be written. */
  const age = (address: string, hours: number) =>
    db.transaction(async (trx) => {
      await trx.raw("set local session_replication_role = 'replica'");
      const earlier = (column: string) => trx.raw('?? - make_interval(hours => ?)', [column, hours]);
      await trx('notifications.subscriptions')
        .where({ address })
        .update({
          marketing_last_at: earlier('marketing_last_at'),
          marketing_before_at: earlier('marketing_before_at'),
        });
    });
  const sendTo = async (address: string) => {
    const { body } = await send([address], anotherLetter()).expect(202);
    await work();
    return countsOf(body.id);
  };

  it('a third within seven days is skipped; the first of them a week ago makes room again', async () => {
    const address = await subscribe(db);
    expect((await sendTo(address)).sent).toBe(1);
    await age(address, 3 * 24);
    expect((await sendTo(address)).sent).toBe(1);
    await age(address, 4 * 24 - 1);
    const audience = (await api.get('/api/admin/broadcast-audience').expect(200)).body;
    expect(audience).toMatchObject({ overLimit: 1, reachable: audience.consented - 1 });
    expect(await sendTo(address)).toEqual({ ...none, recipients: 1, overLimit: 1 });
    await age(address, 3);
    expect((await sendTo(address)).sent).toBe(1);
    expect((await sendTo(address)).overLimit).toBe(1);
    expect(mailsTo(address)).toHaveLength(3);
  });

  it('whatever is sent at once to the same people, by several processes', async () => {
    const addresses = await Promise.all(Array.from({ length: 12 }, () => subscribe(db)));
    const ids: number[] = [];
    for (let many = 0; many < 5; many++) {
      const shuffled = addresses.toSorted(() => Math.random() - 0.5);
      ids.push((await send(shuffled, anotherLetter()).expect(202)).body.id);
    }
    // Each chunk is worked on by two at once, too.
    await Promise.all([...ids, ...ids].map((id) => notifications.sendChunk(id, 0)));
    for (const address of addresses) {
      const got = mailsTo(address);
      expect(got).toHaveLength(2);
      expect(new Set(got.map(({ messageId }) => messageId)).size).toBe(2);
    }
    const counts = await Promise.all(ids.map(countsOf));
    const sum = (name: string) => counts.reduce((all, one) => all + one[name], 0);
    expect([sum('recipients'), sum('sent'), sum('overLimit')]).toEqual([60, 24, 36]);
  });

  it('and the database refuses a third by itself', async () => {
    const address = await subscribe(db);
    const write = () =>
      db('notifications.subscriptions')
        .where({ address })
        .update({ marketing_before_at: db.ref('marketing_last_at'), marketing_last_at: db.raw('clock_timestamp()') });
    await write();
    await write();
    await expect(write()).rejects.toMatchObject({ code: '23514' });
    const forgetting = db('notifications.subscriptions').where({ address }).update({ marketing_last_at: db.fn.now() });
    await expect(forgetting).rejects.toMatchObject({ code: '23514' });
  });
});

describe('a second press', () => {
  it('with the same key is the same broadcast, also at the same moment', async () => {
    const address = await subscribe(db);
    const again = { ...anotherLetter(), key: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => send([address], again).expect(202)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    await work();
    await db('notifications.broadcasts').update({ created_at: db.raw("created_at - interval '1 day'") });
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
      db('notifications.broadcasts')
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

describe('while e-mail notifications are switched off', () => {
  const turn = (on: boolean) => settings.change(db, 'email_notifications', on);

  it('it waits, and goes out once they are on again', async () => {
    const address = await subscribe(db);
    await turn(false);
    const { body } = await send([address], anotherLetter()).expect(202);
    await work();
    await notifications.mindBroadcasts();
    await work();
    expect(mailsTo(address)).toEqual([]);
    expect(await one(body.id)).toMatchObject({
      state: 'sending',
      heldSince: expect.any(String),
      counts: { waiting: 1 },
    });
    expect((await api.get('/api/admin/broadcast-audience').expect(200)).body.switchedOn).toBe(false);
    await turn(true);
    await notifications.mindBroadcasts();
    await work();
    expect(mailsTo(address)).toHaveLength(1);
    expect(await one(body.id)).toMatchObject({ state: 'done', heldSince: null, counts: { sent: 1 } });
  });

  it('it expires after three days', async () => {
    const address = await subscribe(db);
    await turn(false);
    const { body } = await send([address], anotherLetter()).expect(202);
    await work();
    await db('notifications.broadcasts')
      .where({ id: body.id })
      .update({ created_at: db.raw("now() - interval '3 days'") });
    await notifications.mindBroadcasts();
    await turn(true);
    await notifications.mindBroadcasts();
    await work();
    expect(mailsTo(address)).toEqual([]);
    expect(await one(body.id)).toMatchObject({ state: 'done', counts: { ...none, recipients: 1, failed: 1 } });
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
  expect(body).toMatchObject({ total: (await db('notifications.broadcasts')).length, page: 1 });
  for (const { counts } of body.items) {
    const { recipients, ...rest } = counts;
    expect(Object.values<number>(rest).reduce((sum, many) => sum + many, 0)).toBe(recipients);
  }
});
