import { describe, expect, it } from 'vitest';
import { subscriptionData } from '#modules/notifications/consent/personal-data.ts';
import type { Db } from '#src/platform/db.ts';
import type { Person } from '#src/platform/personal-data.ts';
import { newAddress, subscribe } from '#tests/factories/subscribers.ts';
import { createUser } from '#tests/factories/users.ts';
import { broadcastDesk, letter, none } from '#tests/support/broadcasts.ts';
import { caller, testSite } from '#tests/support/site.ts';
import { createBroadcastData } from './personal-data.ts';

/* Who gets broadcasts by e-mail, how often, and when. */

const site = await testSite({ poolMax: 10 });
const { app, db, mails, settings } = site;
const { broadcasts, notifications } = site.modules;
const { admin, api, one, work, send, countsOf, mailsTo, anotherLetter, auditOf } = await broadcastDesk(site);

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
      await db('broadcasts.broadcasts'),
      await db('broadcasts.recipients'),
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
    const holders = [createBroadcastData({ notifications }), subscriptionData];
    const data = {
      dataOf: async (of: Person) => Object.assign({}, ...(await Promise.all(holders.map((one) => one.dataOf(db, of))))),
      erase: async (trx: Db, of: Person) => {
        for (const holder of holders) await holder.erase(trx, of);
      },
    };
    const whose = { id: person.id, email: person.email.toUpperCase(), phoneNumber: null };
    expect(await data.dataOf(whose)).toMatchObject({
      broadcasts: [{ address: person.email, subject: 'To be erased', state: 'sent', tried_at: expect.any(Date) }],
      subscriptions: [{ marketing_last_at: expect.any(Date), marketing_before_at: null }],
    });
    await db.transaction((trx) => data.erase(trx, whose));
    expect(await data.dataOf(whose)).toEqual({ broadcasts: [], subscriptions: [], consents: [] });
    expect(await db('broadcasts.recipients').where({ address: person.email })).toEqual([]);
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
    await Promise.all([...ids, ...ids].map((id) => broadcasts.sendChunk(id, 0)));
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

describe('while e-mail notifications are switched off', () => {
  const turn = (on: boolean) => settings.change(db, 'email_notifications', on);

  it('it waits, and goes out once they are on again', async () => {
    const address = await subscribe(db);
    await turn(false);
    const { body } = await send([address], anotherLetter()).expect(202);
    await work();
    await broadcasts.mindBroadcasts();
    await work();
    expect(mailsTo(address)).toEqual([]);
    expect(await one(body.id)).toMatchObject({
      state: 'sending',
      heldSince: expect.any(String),
      counts: { waiting: 1 },
    });
    expect((await api.get('/api/admin/broadcast-audience').expect(200)).body.switchedOn).toBe(false);
    await turn(true);
    await broadcasts.mindBroadcasts();
    await work();
    expect(mailsTo(address)).toHaveLength(1);
    expect(await one(body.id)).toMatchObject({ state: 'done', heldSince: null, counts: { sent: 1 } });
  });

  it('it expires after three days', async () => {
    const address = await subscribe(db);
    await turn(false);
    const { body } = await send([address], anotherLetter()).expect(202);
    await work();
    await db('broadcasts.broadcasts')
      .where({ id: body.id })
      .update({ created_at: db.raw("now() - interval '3 days'") });
    await broadcasts.mindBroadcasts();
    await turn(true);
    await broadcasts.mindBroadcasts();
    await work();
    expect(mailsTo(address)).toEqual([]);
    expect(await one(body.id)).toMatchObject({ state: 'done', counts: { ...none, recipients: 1, failed: 1 } });
  });
});
