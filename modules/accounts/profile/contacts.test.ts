import { beforeEach, expect, it } from 'vitest';
import { createUser } from '#tests/factories/users.ts';
import { caller, cookiesFrom, testSite } from '#tests/support/site.ts';

const { app, db, mails, sms, deliver, cookieOf } = await testSite({ poolMax: 10 });
const address = '/api/users/profile';

let user: Awaited<ReturnType<typeof createUser>>;
let call: ReturnType<typeof caller>;
let ip = 0;
beforeEach(async () => {
  user = await createUser(db);
  ip += 1;
  call = caller(app, { cookie: await cookieOf(user), ip: `10.6.0.${ip}` });
  mails.length = 0;
  sms.length = 0;
});
const codeIn = (text: string | undefined) => /\b\d{6}\b/.exec(text ?? '')?.[0] ?? '';
const confirm = (type: string, code: string) => call.post(`${address}/confirm`, { type, code });

it('another e-mail address counts when its code comes back, and the old one is told', async () => {
  const next = `next${ip}@example.org`;
  const { body } = await call.put(address, { email: next, firstName: 'Zoë' }).expect(200);
  expect(body).toMatchObject({ email: user.email, pendingEmail: next, firstName: 'Zoë' });
  await deliver();
  expect(mails.map(({ to }) => to)).toEqual([next]);
  const code = codeIn(mails[0]?.text);
  expect((await confirm('email', code === '000000' ? '111111' : '000000').expect(400)).body.code).toBe('invalid_code');
  const confirmed = await confirm('email', code).expect(200);
  expect(confirmed.body).toMatchObject({ email: next, pendingEmail: null, emailVerified: true });
  call = caller(app, { cookie: cookiesFrom(confirmed), ip: `10.6.0.${ip}` }); // a new session
  await confirm('email', code).expect(400); // once
  await deliver();
  expect(mails[0]).toMatchObject({ to: user.email });
  expect((await call.get('/api/users/activity')).body.items[0].activityType).toBe('email_changed');
});

it('an address that is somebody else’s gets no code, and the answer tells nothing', async () => {
  const other = await createUser(db);
  const { body } = await call.put(address, { email: other.email.toUpperCase() }).expect(200);
  expect(body.pendingEmail).toBe(other.email.toUpperCase());
  await deliver();
  expect(mails).toEqual([]);
});

it('two who want the same free address: the first code wins', async () => {
  const wanted = `wanted${ip}@example.org`;
  const rival = await createUser(db);
  const second = caller(app, { cookie: await cookieOf(rival), ip: `10.6.1.${ip}` });
  await call.put(address, { email: wanted }).expect(200);
  await deliver();
  const mine = codeIn(mails[0]?.text);
  await second.put(address, { email: wanted }).expect(200);
  await deliver();
  const theirs = codeIn(mails[0]?.text);
  const answers = await Promise.all([
    confirm('email', mine),
    second.post(`${address}/confirm`, { type: 'email', code: theirs }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await db('accounts.users').where({ email: wanted })).toHaveLength(1);
});

it('a phone number is proved by its text message, and belongs to one account only', async () => {
  const number = `+34611222${100 + ip}`;
  expect((await call.put(address, { phoneNumber: number.replace('+34', '+34 ') }).expect(200)).body).toMatchObject({
    phoneNumber: null,
    pendingPhoneNumber: number,
  });
  await deliver();
  expect((await confirm('phone', codeIn(sms[0]?.text)).expect(200)).body).toMatchObject({
    phoneNumber: number,
    phoneVerified: true,
  });

  const rival = caller(app, { cookie: await cookieOf(await createUser(db)), ip: `10.6.2.${ip}` });
  await rival.put(address, { phoneNumber: number }).expect(200);
  await deliver();
  const refused = await rival.post(`${address}/confirm`, { type: 'phone', code: codeIn(sms[0]?.text) }).expect(409);
  expect(refused.body.code).toBe('phone_taken');
});

it.each([
  [{ email: 'nobody' }, 'email'],
  [{ email: '' }, 'email'],
  [{ phoneNumber: '600111222' }, 'phoneNumber'],
  [{ phoneNumber: '+34911234567' }, 'phoneNumber'],
  [{ phoneNumber: '+999123456789' }, 'phoneNumber'],
])('refuses %j and names the field', async (change, field) => {
  expect(Object.keys((await call.put(address, change).expect(400)).body.errors)).toEqual([field]);
});

it.each([{}, { type: 'fax', code: '123456' }, { type: 'email', code: '12' }, { type: 'email' }])(
  'refuses to confirm %j',
  async (body) => {
    await call.post(`${address}/confirm`, body).expect(400);
    await caller(app).post(`${address}/confirm`, { type: 'email', code: '123456' }).expect(401);
  },
);
