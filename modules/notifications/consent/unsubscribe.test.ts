import supertest from 'supertest';
import { expect, it } from 'vitest';
import { createSecrets } from '#src/platform/secrets.ts';
import { newAddress, subscribe } from '#tests/factories/subscribers.ts';
import { createUser } from '#tests/factories/users.ts';
import { workThroughBroadcasts } from '#tests/support/broadcasts.ts';
import { caller, testSite } from '#tests/support/site.ts';

/* The two ways out of marketing mail: the mail program's own button (RFC 8058), and the link at the mail's foot. */

const site = await testSite();
const { app, db, mails } = site;
const { broadcasts, notifications } = site.modules;
const admin = await createUser(db, { role: 'admin' });
const cookie = await site.cookieOf(admin);

let letters = 0;
async function broadcastTo(addresses: string[]): Promise<void> {
  letters += 1;
  const letter = { subject: `Letter ${letters}`, message: 'Hello.', recipients: addresses };
  await caller(app, { cookie }).post('/api/admin/broadcast-email', letter).expect(202);
  await workThroughBroadcasts(db, broadcasts);
}
const mailTo = (address: string) => mails.find(({ to }) => to === address);
/** What the header of the newest mail to an address names: a path of this site. */
const headerOf = (address: string) => {
  const named = /^<http:\/\/podium\.test(\/api\/unsubscribe\/[\w-]+)>$/.exec(
    mailTo(address)?.headers?.['List-Unsubscribe'] ?? '',
  );
  return named?.[1] ?? '';
};
const subscriptionOf = (address: string) => db('notifications.subscriptions').where({ address }).first();
const logOf = (address: string) =>
  db('notifications.consent_log').where({ address }).select('what', 'turned_on', 'source');

/** As a mail service does it: a form, from anywhere, without cookies. */
const press = (path: string) =>
  supertest(app)
    .post(path)
    .set('Origin', 'https://mail.example.com')
    .set('Sec-Fetch-Site', 'cross-site')
    .type('form')
    .send('List-Unsubscribe=One-Click');

it('by one click: a form from a foreign origin, without cookies, turns marketing off and nothing else', async () => {
  const address = await subscribe(db);
  await broadcastTo([address]);
  expect(mailTo(address)?.headers).toEqual({
    'List-Unsubscribe': `<http://podium.test${headerOf(address)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  const answer = await press(headerOf(address)).expect(200);
  expect(answer.body).toEqual({ success: true, message: expect.stringMatching(/^This address gets no more/) });
  expect(answer.headers).not.toHaveProperty('set-cookie');
  expect(await subscriptionOf(address)).toMatchObject({ marketing: false, service: true });
  expect(await logOf(address)).toEqual([{ what: 'marketing', turned_on: false, source: 'opt-out' }]);

  await press(headerOf(address)).expect(200); // again is the same
  expect(await logOf(address)).toHaveLength(1);
  await broadcastTo([address]);
  expect(mails.filter(({ to }) => to === address)).toHaveLength(1);
});

it.each([
  ['as multipart', (call: supertest.Test) => call.field('List-Unsubscribe', 'One-Click')],
  ['with an empty body', (call: supertest.Test) => call],
  ['as a page of the site does', (call: supertest.Test) => call.type('json').send({})],
  ['of a type that nobody knows', (call: supertest.Test) => call.type('application/x-one').send('click')],
])('works %s', async (_how, fill) => {
  const address = await subscribe(db);
  await broadcastTo([address]);
  await fill(supertest(app).post(headerOf(address)).set('Origin', 'null')).expect(200);
  expect((await subscriptionOf(address)).marketing).toBe(false);
});

it('reads no more of a body than it needs', async () => {
  const address = await subscribe(db);
  await broadcastTo([address]);
  await supertest(app).post(headerOf(address)).type('form').send('x'.repeat(20_000)).expect(413);
  expect((await subscriptionOf(address)).marketing).toBe(true);
});

it('is asked again by the page, because scanners follow links: a GET turns nothing off', async () => {
  const address = await subscribe(db);
  await broadcastTo([address]);
  const answer = await supertest(app).get(headerOf(address)).expect(303);
  const token = headerOf(address).split('/').at(-1) as string;
  expect(answer.headers.location).toBe(`http://podium.test/unsubscribe?token=${token}`);
  // The foot of the mail leads there too, and both carry the same.
  const link = `http://podium.test/unsubscribe?token=${token}`;
  expect(mailTo(address)?.text).toContain(`Unsubscribe: ${link}`);
  expect(mailTo(address)?.html).toContain(`<a href="${link}"`);
  expect((await subscriptionOf(address)).marketing).toBe(true);
});

it('works for the address itself, also after its subscription was erased and asked for anew', async () => {
  const address = await subscribe(db);
  await broadcastTo([address]);
  await db('broadcasts.recipients').where({ address }).delete();
  await db('notifications.subscriptions').where({ address }).delete();
  await subscribe(db, { address });
  await press(headerOf(address)).expect(200);
  expect((await subscriptionOf(address)).marketing).toBe(false);
});

it('answers alike, in text and in time, for what names nobody, and writes nothing down', async () => {
  const [address, other] = [await subscribe(db), await subscribe(db)];
  await broadcastTo([address]);
  const fine = await press(headerOf(address)).expect(200);
  const token = notifications.unsubscribeToken(other);
  const flipped = Buffer.from(token, 'base64url');
  flipped[40] = (flipped[40] as number) ^ 1;
  const foreign = createSecrets('another secret, also long enough to be one').seal({ unsubscribe: other });
  const ours = createSecrets('a secret for tests alone, long enough');
  const entries = await db('notifications.consent_log');
  for (const wrong of [
    'x',
    'x'.repeat(900),
    token.slice(0, -4),
    flipped.toString('base64url'),
    foreign.toString('base64url'),
    ours.seal({ to: other }).toString('base64url'), // sealed for something else
    notifications.unsubscribeToken(newAddress()),
  ]) {
    const before = site.equalAnswers();
    const answer = await press(`/api/unsubscribe/${wrong}`).expect(200);
    expect(site.equalAnswers()).toBeGreaterThan(before);
    expect(answer.body).toEqual(fine.body);
  }
  expect((await subscriptionOf(other)).marketing).toBe(true);
  expect(await db('notifications.consent_log')).toEqual(entries);
});

it('and does not open the other routes: what is not JSON or not from here stays outside', async () => {
  await press('/api/subscription-preferences/opt-out').expect(403);
  await supertest(app).post('/api/subscription-preferences/opt-out').type('form').send('a=b').expect(415);
  await press('/api/unsubscribe/').expect(403);
  await press('/api/unsubscribe/a/b').expect(403);
});
