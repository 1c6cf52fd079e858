import { expect, it } from 'vitest';
import { createUser, password } from '#tests/factories/users.ts';
import { codeFor } from '#tests/support/codes.ts';
import { browsersOf, newcomer } from '#tests/support/people.ts';
import { cookiesFrom, testSite } from '#tests/support/site.ts';

/* The password, asked for again before what protects or pays (decision 1). */

const site = await testSite();
const { app, db, settings, cookieOf } = site;
const browser = browsersOf(app);
const setting = { key: 'push_notifications', value: false };
const admin = () => createUser(db, { role: 'admin' });

it('goes on once the password is given again, for 15 minutes', async () => {
  const client = browser(await cookieOf({ ...(await admin()), passwordAgeMinutes: 16 }));
  const refused = await client.put('/api/admin/settings', setting).expect(403);
  expect(refused.body).toEqual({ message: 'Please confirm your password first.', code: 'password_needed' });
  const wrong = await client.post('/api/auth/confirm-password', { password: 'another one' }).expect(400);
  expect(wrong.body).toMatchObject({ code: 'wrong_password', errors: { password: 'This is not your password.' } });
  await client.put('/api/admin/settings', setting).expect(403);
  await client.post('/api/auth/confirm-password', { password }).expect(200);
  await client.put('/api/admin/settings', setting).expect(200);
  expect(await settings.get('push_notifications')).toBe(false);
});

it('counts from the login by password, and from nothing else', async () => {
  const { email } = await admin();
  const signedIn = await browser().post('/api/auth/login', { email, password }).expect(200);
  await browser(cookiesFrom(signedIn)).put('/api/admin/settings', setting).expect(200);

  // A registration that signs in by its code: what was given is the code.
  const person = newcomer();
  const home = browser(cookiesFrom(await browser().post('/api/auth/register', person).expect(200)));
  await site.deliver();
  const code = codeFor(site.mails, person.email);
  const verified = await home.post('/api/auth/verify-email', { email: person.email, code }).expect(200);
  await db('accounts.users').where({ email: person.email }).update({ role: 'admin' });
  const byCode = browser(cookiesFrom(verified));
  expect((await byCode.put('/api/admin/settings', setting).expect(403)).body.code).toBe('password_needed');
});

it('can be guessed ten times, however many come at once, and ends no session', async () => {
  const user = await admin();
  const client = browser(await cookieOf({ ...user, passwordAgeMinutes: 16 }));
  const guess = () => client.post('/api/auth/confirm-password', { password: 'a guess' });
  const answers = await Promise.all(Array.from({ length: 30 }, guess));
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  await client.get('/api/auth/user').expect(200);
  await browser().post('/api/auth/login', { email: user.email, password }).expect(200);
});

it('is asked of nobody who is not signed in', async () => {
  await browser().post('/api/auth/confirm-password', { password }).expect(401);
});

it('is asked of an admin whose own addresses change, or whoever has the session would have the account', async () => {
  const old = browser(await cookieOf({ ...(await admin()), passwordAgeMinutes: 16 }));
  for (const change of [{ email: 'elsewhere@example.org' }, { phoneNumber: '+34600999111' }]) {
    expect((await old.put('/api/users/profile', change).expect(403)).body.code).toBe('password_needed');
  }
  const confirm = old.post('/api/users/profile/confirm', { type: 'email', code: '123456' });
  expect((await confirm.expect(403)).body.code).toBe('password_needed');
  await old.put('/api/users/profile', { firstName: 'Ada' }).expect(200);
  const user = browser(await cookieOf({ ...(await createUser(db)), passwordAgeMinutes: 16 }));
  await user.put('/api/users/profile', { email: 'mine@example.org' }).expect(200);
});
