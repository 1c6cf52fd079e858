import { describe, expect, it } from 'vitest';
import { sessionCookie } from '#src/http/session.ts';
import { createUser, password } from '#tests/factories/users.ts';
import { codeFor } from '#tests/support/codes.ts';
import { browsersOf } from '#tests/support/people.ts';
import { cookiesFrom, testSite } from '#tests/support/site.ts';

const site = await testSite();
const { app, db, mails } = site;
const browser = browsersOf(app);

describe('the login', () => {
  it('makes a new session each time, for 24 hours, and the address may be typed in any case', async () => {
    const user = await createUser(db);
    const first = await browser().post('/api/auth/login', { email: user.email.toUpperCase(), password }).expect(200);
    expect(first.body).toMatchObject({
      success: true,
      user: { firstName: null, username: user.username, email: user.email },
    });
    const cookie = cookiesFrom(first);
    const second = await browser(cookie).post('/api/auth/login', { email: user.email, password }).expect(200);
    expect(cookiesFrom(second)).not.toBe(cookie);
    const cookies = second.headers['set-cookie'] as unknown as string[];
    const set = cookies.find((one) => one.startsWith(sessionCookie({ secure: false }))) ?? '';
    expect(set).toMatch(/HttpOnly/);
    expect(set).toMatch(/SameSite=Lax/);
    const hours = (Date.parse(/Expires=([^;]+)/.exec(set)?.[1] ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThan(24.1);
    await browser(cookie).get('/api/auth/user').expect(401); // the id before the login is worth nothing
  });

  it('answers alike for a wrong password and an unknown address', async () => {
    const user = await createUser(db);
    const known = await browser().post('/api/auth/login', { email: user.email, password: 'not this one' }).expect(401);
    const unknown = await browser().post('/api/auth/login', { email: 'nobody@example.org', password }).expect(401);
    expect(unknown.body).toEqual(known.body);
    expect(known.body).toEqual({ message: 'Invalid credentials.', code: 'invalid_credentials' });
  });

  it('sends an unproved address to the code, and a suspended account away, once the password is right', async () => {
    const unproved = await createUser(db, { claimed: false });
    const suspended = await createUser(db, { suspended: true });
    for (const [user, code] of [
      [unproved, 'verification_required'],
      [suspended, 'account_suspended'],
    ] as const) {
      const right = await browser().post('/api/auth/login', { email: user.email, password }).expect(403);
      expect(right.body.code).toBe(code);
      await browser().post('/api/auth/login', { email: user.email, password: 'not this one' }).expect(401);
    }
    await site.deliver();
    expect(codeFor(mails, unproved.email)).toMatch(/^\d{6}$/);
  });

  it.each<[string, unknown, string]>([
    ['no address', { password: 'x' }, 'email'],
    ['no password', { email: 'a@example.org' }, 'password'],
    ['an object for a password', { email: 'a@example.org', password: {} }, 'password'],
    ['a list', [], 'email'],
  ])('with %s is refused at that field', async (_what, payload, field) => {
    const { body } = await browser().post('/api/auth/login', payload).expect(400);
    if (!Array.isArray(payload)) expect(Object.keys(body.errors)).toEqual([field]);
  });
});

describe('a session', () => {
  const login = async (user: { email: string }) =>
    cookiesFrom(await browser().post('/api/auth/login', { email: user.email, password }).expect(200));

  it('ends with the logout', async () => {
    const cookie = await login(await createUser(db));
    await browser(cookie).post('/api/auth/logout').expect(200);
    await browser(cookie).get('/api/auth/user').expect(401);
  });

  it('ends with the logout link, unless another site’s page follows it', async () => {
    const cookie = await login(await createUser(db));
    const link = () => browser(cookie).get('/api/auth/logout');
    const foreign = await link().set('Sec-Fetch-Site', 'cross-site').expect(303);
    expect(foreign.headers.location).toBe('http://podium.test/');
    await browser(cookie).get('/api/auth/user').expect(200);
    for (const dest of ['image', 'script', 'empty', 'iframe']) {
      await link().set({ 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': dest }).expect(303);
    }
    await browser(cookie).get('/api/auth/user').expect(200);
    await link().set({ 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'document' }).expect(303);
    await browser(cookie).get('/api/auth/user').expect(401);
  });

  it('ends when the account’s version moves on or the account is suspended, and follows its role', async () => {
    const user = await createUser(db);
    const cookie = await login(user);
    const change = (values: object) => db('accounts.users').where({ id: user.id }).update(values);
    await change({ role: 'moderator' });
    expect((await browser(cookie).get('/api/auth/user').expect(200)).body.role).toBe('moderator');
    await change({ suspended_at: db.fn.now() });
    await browser(cookie).get('/api/auth/user').expect(401);
    await change({ suspended_at: null, session_version: 2 });
    await browser(cookie).get('/api/auth/user').expect(401);
  });

  it('is not given by anything but its cookie', async () => {
    const user = await createUser(db);
    const { body } = await browser().get(`/api/auth/user?authenticated=true&email=${user.email}`).expect(401);
    expect(body.code).toBe('login_required');
    await browser('podium.sid=s%3Aforged.signature').get('/api/auth/user').expect(401);
  });
});
