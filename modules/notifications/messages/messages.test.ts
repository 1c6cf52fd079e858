import http from 'node:http';
import express from 'express';
import { afterAll, expect, it } from 'vitest';
import { openPhones } from '#sandbox/sms.ts';
import { loadTexts } from '#src/i18n/server.ts';
import { createEqualTime } from '#src/platform/equal-time.ts';
import { createSecrets } from '#src/platform/secrets.ts';
import { createSettings } from '#src/platform/settings.ts';
import { createSmsGateway } from '#src/platform/sms.ts';
import { testDatabase } from '#tests/support/database.ts';
import { createNotifications } from '../index.ts';

/* Text messages from the change that promises them to the provider, over HTTP. */

const { db } = await testDatabase();
const account = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'a token', from: '+15005550006' };
const phones = openPhones(account);
/** The status that the provider answers with; 0: as it should. */
let failing = 0;
const provider = express();
provider.use((req, res, next) =>
  failing ? res.status(failing).json({ status: failing }) : phones.router(req, res, next),
);
const server = http.createServer(provider);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => server.close());

const texts = await loadTexts();
const { api: notifications } = createNotifications({
  equalTime: createEqualTime(0),
  db,
  secrets: createSecrets('a secret for tests alone, long enough'),
  mailer: { send: () => Promise.reject(new Error('nobody mails here')), close() {} },
  sms: createSmsGateway({ ...account, apiUrl: `http://127.0.0.1:${(server.address() as { port: number }).port}` }),
  translator: texts.translator,
  settings: createSettings(db),
  publicUrl: 'http://podium.test',
});

/** Promises a message; gives its row's number. */
async function promised(to: string, extra: { expiresAt?: Date } = {}): Promise<number> {
  const values = { token: 'the-token', hours: 24 };
  await db.transaction((trx) =>
    notifications.send(trx, {
      channel: 'sms',
      template: 'subscription_confirmation',
      to,
      language: 'es',
      values,
      ...extra,
    }),
  );
  return (await db('notifications.messages').orderBy('id', 'desc').first()).id;
}
const rowOf = (id: number) => db('notifications.messages').where({ id }).first();

it('brings a text message to its phone, once, in its language', async () => {
  const id = await promised('+34600111222');
  await notifications.deliver(id);
  await notifications.deliver(id);
  expect(phones.messages('+34600111222').map(({ text }) => text)).toEqual([
    'Podium: confirma tus SMS (24 h) o ignora este mensaje. http://podium.test/subscriptions/confirm?token=the-token',
  ]);
  expect(await rowOf(id)).toMatchObject({ channel: 'sms', sealed: null, sent_at: expect.any(Date) });
});

it('tries again while the provider is away', async () => {
  const id = await promised('+34600111333');
  failing = 503;
  await expect(notifications.deliver(id)).rejects.toMatchObject({ status: 503 });
  expect((await rowOf(id)).sealed).not.toBeNull();
  failing = 0;
  await notifications.deliver(id);
  expect(phones.messages('+34600111333')).toHaveLength(1);
});

it('gives up what the provider refuses for good, and what has lost its sense', async () => {
  const refused = await promised('+34600111443'); // its owner has answered STOP
  failing = 400;
  await notifications.deliver(refused);
  failing = 0;
  const late = await promised('+34600111444', { expiresAt: new Date() });
  await notifications.deliver(late);
  for (const id of [refused, late]) {
    expect(await rowOf(id)).toMatchObject({ sealed: null, sent_at: null, given_up_at: expect.any(Date) });
  }
  expect(phones.messages('+34600111444')).toEqual([]);
});

it('keeps what could not be brought out for an admin who has it tried again, three days at most', async () => {
  const id = await promised('+34600111225');
  failing = 503;
  await expect(notifications.deliver(id)).rejects.toThrow();
  failing = 0;
  await notifications.postpone(id);
  await notifications.handOn();
  expect(phones.messages('+34600111225')).toEqual([]);
  await notifications.deliver(id);
  expect(phones.messages('+34600111225')).toHaveLength(1);

  const late = await promised('+34600111226');
  await notifications.postpone(late);
  await db('notifications.messages')
    .where({ id: late })
    .update({ expires_at: db.raw("expires_at - interval '3 days 1 second'") });
  await notifications.handOn();
  expect(await rowOf(late)).toMatchObject({ sealed: null, sent_at: null, given_up_at: expect.any(Date) });
});
