import { describe, expect, it, vi } from 'vitest';
import { createNotifications } from '#modules/notifications/index.ts';
import { loadTexts } from '#src/i18n/server.ts';
import type { Db } from '#src/platform/db.ts';
import { createEqualTime } from '#src/platform/equal-time.ts';
import type { Mail } from '#src/platform/mail.ts';
import { createSecrets } from '#src/platform/secrets.ts';
import { createSettings } from '#src/platform/settings.ts';
import { subscribe } from '#tests/factories/subscribers.ts';
import { createUser } from '#tests/factories/users.ts';
import { noAccounts } from '#tests/support/accounts.ts';
import { testDatabase } from '#tests/support/database.ts';
import { type Death, Life, mortalDb } from '#tests/support/mortal.ts';
import { createBroadcasts } from './index.ts';
import { sendChunk } from './jobs.ts';

/* Broadcasts on their way: mail servers that refuse or are away, people who leave meanwhile, processes that are killed. */

const { db, url } = await testDatabase({ poolMax: 10 });
const admin = await createUser(db, { role: 'admin' });
const texts = await loadTexts();
const secrets = createSecrets('a secret for tests alone, long enough');

/** What a mail server has accepted. */
const accepted: Mail[] = [];
const accept = async (mail: Mail) => void accepted.push(mail);

/** A process of the product. */
const processOn = (own: Db, send: (mail: Mail) => Promise<void>) => {
  const common = {
    db: own,
    secrets,
    settings: createSettings(own),
    mailer: { send, close() {} },
    publicUrl: 'http://podium.test',
  };
  const notifications = createNotifications({
    ...common,
    equalTime: createEqualTime(0),
    sms: { send: () => Promise.reject(new Error('nobody texts here')) },
    translator: texts.translator,
  }).api;
  return createBroadcasts({ ...common, accounts: noAccounts, notifications }).api;
};
const healthy = processOn(db, accept);

const subscribers = (many: number) => Promise.all(Array.from({ length: many }, () => subscribe(db)));
let letters = 0;
async function broadcastTo(addresses: string[], by = healthy): Promise<number> {
  letters += 1;
  return (await by.broadcast(admin, { subject: `Letter ${letters}`, message: 'Hello.', recipients: addresses })).id;
}
const countsOf = async (id: number) => (await healthy.broadcastOf(id)).counts;
const gotBy = (addresses: string[]) => addresses.map((address) => accepted.filter(({ to }) => to === address).length);
const jobs = (id: number) =>
  db('platform.outbox')
    .where({ job: sendChunk.name })
    .whereRaw('payload @> ?', [JSON.stringify({ broadcastId: id })]);
/** As the mail server's client tells it. */
const refusal = (command: string, responseCode: number) =>
  Object.assign(new Error('refused'), { command, responseCode });

describe('a mail server', () => {
  it('that refuses one address for good keeps nobody else from getting it, and is not asked again', async () => {
    const [bad = '', ...good] = await subscribers(4);
    let asked = 0;
    const sender = processOn(db, async (mail) => {
      if (mail.to !== bad) return accept(mail);
      asked += 1;
      throw refusal('RCPT TO', 550);
    });
    const id = await broadcastTo([bad, ...good]);
    await sender.sendChunk(id, 0);
    await sender.sendChunk(id, 0);
    expect([asked, ...gotBy(good)]).toEqual([1, 1, 1, 1]);
    expect(await countsOf(id)).toMatchObject({ recipients: 4, sent: 3, failed: 1, waiting: 0 });
  });

  it('that is away is not asked by everybody, and when it is back everybody gets it, counted once', async () => {
    const addresses = await subscribers(20);
    const id = await broadcastTo(addresses);
    let asked = 0;
    const sender = processOn(db, async () => {
      asked += 1;
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' });
    });
    for (let tries = 0; tries < 3; tries++) await expect(sender.sendChunk(id, 0)).rejects.toThrow('ECONNREFUSED');
    expect(asked).toBeLessThanOrEqual(12);
    expect(await countsOf(id)).toMatchObject({ waiting: 20, sent: 0 });
    await healthy.sendChunk(id, 0);
    expect(gotBy(addresses)).toEqual(addresses.map(() => 1));
    const counted = await db('notifications.subscriptions')
      .whereIn('address', addresses)
      .whereNull('marketing_before_at');
    expect(counted).toHaveLength(20);
  });

  it('that asks one address to come later lets the others through, and the rest is tried again', async () => {
    const addresses = await subscribers(5);
    const id = await broadcastTo(addresses);
    let busy = true;
    const sender = processOn(db, async (mail) => {
      if (busy && mail.to === addresses[2]) throw refusal('RCPT TO', 451);
      await accept(mail);
    });
    await expect(sender.sendChunk(id, 0)).rejects.toMatchObject({ responseCode: 451 });
    expect(gotBy(addresses)).toEqual([1, 1, 0, 1, 1]);
    busy = false;
    await sender.sendChunk(id, 0);
    expect(gotBy(addresses)).toEqual([1, 1, 1, 1, 1]);
    expect((await healthy.broadcastOf(id)).state).toBe('done');
  });

  it('that stays away ends the tries: what could not be sent has failed', async () => {
    const id = await broadcastTo(await subscribers(2));
    await healthy.abandonChunk(id, 0);
    expect(await healthy.broadcastOf(id)).toMatchObject({ state: 'done', counts: { failed: 2, waiting: 0 } });
  });

  it('that takes a mail an hour after it was counted gets it no more: it could be the third of a week', async () => {
    const [address = ''] = await subscribers(1);
    const id = await broadcastTo([address]);
    const away = processOn(db, () => Promise.reject(new Error('away')));
    await expect(away.sendChunk(id, 0)).rejects.toThrow('away');
    await db('broadcasts.recipients')
      .where({ address })
      .update({ claimed_at: db.raw("claimed_at - interval '1 hour'") });
    await healthy.sendChunk(id, 0);
    expect(gotBy([address])).toEqual([0]);
    expect((await countsOf(id)).failed).toBe(1);
  });
});

describe('in the middle of sending', () => {
  /** Sends one after the other; `meanwhile` happens while the first mail is on its way. */
  async function sendWith(addresses: string[], meanwhile: (id: number) => Promise<unknown>) {
    let first = true;
    const id = await broadcastTo(addresses);
    const sender = processOn(db, async (mail) => {
      if (first) {
        first = false;
        await meanwhile(id);
      }
      await accept(mail);
    });
    await sender.sendChunk(id, 0);
    return id;
  }

  it('a stop keeps back everybody whose turn has not come', async () => {
    const addresses = await subscribers(40);
    const id = await sendWith(addresses, (broadcast) => healthy.cancelBroadcast(admin, broadcast));
    const got = gotBy(addresses).filter(Boolean).length;
    expect(got).toBeGreaterThan(0);
    expect(got).toBeLessThan(40);
    expect(await healthy.broadcastOf(id)).toMatchObject({
      state: 'stopped',
      counts: { sent: got, stopped: 40 - got, waiting: 0 },
    });
  });

  it('an opt-out holds at once', async () => {
    const addresses = await subscribers(40);
    const last = addresses.at(-1) as string;
    await sendWith(addresses, () =>
      db('notifications.subscriptions').where({ address: last }).update({ marketing: false }),
    );
    expect(gotBy(addresses)).toEqual(addresses.map((address) => (address === last ? 0 : 1)));
  });

  it('it goes on in another job after five seconds, so that a process can stop', async () => {
    const addresses = await subscribers(6);
    const now = vi.spyOn(performance, 'now');
    const id = await sendWith(addresses, async () => now.mockReturnValue(performance.now() + 6_000));
    now.mockRestore();
    const got = gotBy(addresses).filter(Boolean).length;
    expect(got).toBeLessThan(6);
    expect(await healthy.broadcastOf(id)).toMatchObject({ state: 'sending', counts: { sent: got, waiting: 6 - got } });
    expect(await jobs(id)).toMatchObject([{ payload: { chunk: 0 } }, { payload: { chunk: 0 } }]);
    await healthy.sendChunk(id, 0);
    expect(gotBy(addresses)).toEqual(addresses.map(() => 1));
  });
});

it('makes one job of a thousand people', async () => {
  const addresses = Array.from({ length: 2_001 }, (_, n) => `crowd${n}@example.org`);
  await db.raw(
    `insert into notifications.subscriptions (channel, address, service, marketing, language, privacy_version, terms_version)
     select 'email', address, true, true, 'en', 'test', 'test' from unnest(?::text[]) as address`,
    [addresses],
  );
  const id = await broadcastTo(addresses);
  expect((await jobs(id).orderBy('id')).map(({ payload }) => payload)).toEqual(
    [0, 1, 2].map((chunk) => ({ broadcastId: id, chunk })),
  );
  await healthy.sendChunk(id, 2);
  expect(await healthy.broadcastOf(id)).toMatchObject({ state: 'sending', counts: { sent: 1, waiting: 2_000 } });
  await healthy.cancelBroadcast(admin, id);
});

describe('killed at any step', () => {
  /** A process that may die, at a statement or while a mail leaves; says whether it lived to the end. */
  async function live(death: Death | null, act: (mortal: typeof healthy) => Promise<unknown>): Promise<boolean> {
    const life = new Life(death);
    const own = mortalDb(url, life);
    const lived = await act(processOn(own, (mail) => life.live(() => accept(mail)))).then(
      () => !life.dead,
      () => false,
    );
    await own.destroy();
    return lived;
  }

  it('nobody gets it twice, and whoever was not being sent to at that moment gets it once', async () => {
    let deaths = 0;
    for (let step = 1, lived = false; !lived; step++) {
      for (const done of [false, true]) {
        const addresses = await subscribers(4);
        const id = await broadcastTo(addresses);
        lived = await live({ step, done }, (mortal) => mortal.sendChunk(id, 0));
        if (!lived) deaths += 1;
        await healthy.sendChunk(id, 0);
        // Of a mail that was leaving nobody knows whether it did: after five minutes it counts as failed.
        await healthy.mindBroadcasts();
        const open = await countsOf(id);
        expect(open.waiting).toBeLessThanOrEqual(2);
        await db('broadcasts.recipients')
          .where({ broadcast_id: id })
          .update({ tried_at: db.raw("tried_at - interval '5 minutes'") });
        await healthy.mindBroadcasts();

        const got = gotBy(addresses);
        expect(Math.max(...got)).toBe(1);
        const { state, counts } = await healthy.broadcastOf(id);
        expect(state).toBe('done');
        expect(counts.sent + counts.failed).toBe(4);
        expect(counts.failed).toBe(open.waiting);
        expect(got.filter(Boolean).length).toBeGreaterThanOrEqual(counts.sent);
      }
    }
    expect(deaths).toBeGreaterThan(40);
  });

  it('a press leaves all of a broadcast or nothing, and pressed again it is there once', async () => {
    let deaths = 0;
    for (let step = 1, lived = false; !lived; step++) {
      for (const done of [false, true]) {
        const addresses = await subscribers(2);
        const key = crypto.randomUUID();
        const input = { subject: `Pressed ${key}`, message: 'Hello.', recipients: addresses, key };
        lived = await live({ step, done }, (mortal) => mortal.broadcast(admin, input));
        if (!lived) deaths += 1;
        const { id } = await healthy.broadcast(admin, input);
        expect(await db('broadcasts.broadcasts').where({ key })).toHaveLength(1);
        expect(await jobs(id)).toHaveLength(1);
        expect(await db('broadcasts.recipients').where({ broadcast_id: id })).toHaveLength(2);
        const entries = db('platform.audit').where({ action: 'broadcast_created', subject_id: String(id) });
        expect(await entries).toHaveLength(1);
      }
    }
    expect(deaths).toBeGreaterThan(15);
  });
});
