import { describe, expect, it } from 'vitest';
import { createUser, password, type TestUser } from '#tests/factories/users.ts';
import { resetTokenFor } from '#tests/support/codes.ts';
import { browsersOf } from '#tests/support/people.ts';
import { caller, cookiesFrom, testSite } from '#tests/support/site.ts';

/* Passwords are guessed by networks, which are slowed down; whose account it is stays able to log in. */

const site = await testSite();
const { app, db } = site;
const browser = browsersOf(app);

let networks = 0;
/** A network that nobody has come from: an address of IPv4, or a /64 of IPv6. */
const network = () => `10.20.${Math.floor(++networks / 250)}.${networks % 250}`;
const guess = (ip: string, email: string) => caller(app, { ip }).post('/api/auth/login', { email, password: 'guess' });
const login = (email: string, { ip = network(), cookie = '' } = {}) =>
  caller(app, { ip, cookie }).post('/api/auth/login', { email, password });
/** A browser that has signed in to an account, and has logged out since. */
async function knownBrowser(user: TestUser): Promise<string> {
  const cookies = cookiesFrom(await login(user.email).expect(200));
  await browser(cookies).post('/api/auth/logout').expect(200);
  return cookies;
}
/** Has so many networks guess until each has to wait. */
async function attack(email: string, from: number): Promise<string[]> {
  const ips = Array.from({ length: from }, network);
  for (const ip of ips) while ((await guess(ip, email)).status === 401);
  return ips;
}

describe('somebody who guesses', () => {
  it('locks nobody out: the owner logs in at once, from wherever', async () => {
    const { email } = await createUser(db);
    await attack(email, 3);
    await login(email).expect(200);
  });

  it('has five tries at an account, and waits longer each time after that; known and unknown addresses are alike', async () => {
    const { email } = await createUser(db);
    const waits = [];
    for (const address of [email, 'nobody-at-all@example.org']) {
      const ip = network();
      const answers = [];
      for (let tries = 0; tries < 7; tries++) answers.push((await guess(ip, address)).status);
      expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429]);
      const told = [];
      for (let pauses = 0; pauses < 4; pauses++) {
        const { headers, body } = await guess(ip, address).expect(429);
        expect(body.code).toBe('too_many_requests');
        told.push(Math.ceil(Number(headers['retry-after']) / 60));
        await site.endPauses();
        await guess(ip, address).expect(401);
      }
      waits.push(told);
    }
    expect(waits).toEqual([
      [1, 4, 16, 64],
      [1, 4, 16, 64],
    ]);
  });

  it('gains nothing by guessing a hundred times at once', async () => {
    const { email } = await createUser(db);
    const ip = network();
    const answers = await Promise.all(Array.from({ length: 100 }, () => guess(ip, email)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(95);
  });

  it('gains nothing by the many addresses of one IPv6 network', async () => {
    const { email } = await createUser(db);
    const answers = [];
    for (let host = 1; host <= 6; host++) answers.push((await guess(`2001:db8:7:7::${host}`, email)).status);
    expect(answers).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('has thirty tries at all accounts together', async () => {
    const ip = network();
    const answers = [];
    for (let tries = 0; tries < 31; tries++) answers.push((await guess(ip, `spray${tries}@example.org`)).status);
    expect(answers).toEqual([...Array(30).fill(401), 429]);
  });

  it('from very many networks has one try from each, and still keeps nobody out', async () => {
    const user = await createUser(db);
    const known = await knownBrowser(user);
    await attack(user.email, 20);
    const late = network();
    await guess(late, user.email).expect(401);
    const { headers } = await guess(late, user.email).expect(429);
    expect(Math.ceil(Number(headers['retry-after']) / 60)).toBe(60);
    await login(user.email).expect(200);
    for (let slips = 0; slips < 9; slips++) {
      await browser(known).post('/api/auth/login', { email: user.email, password: 'mistyped' }).expect(401);
    }
    await login(user.email, { cookie: known }).expect(200);
  });
});

describe('what is right', () => {
  it('does not count, however often and however many at once', async () => {
    const { email } = await createUser(db);
    const ip = network();
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => login(email, { ip })));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    }
    for (let slips = 0; slips < 4; slips++) await guess(ip, email).expect(401);
    await login(email, { ip }).expect(200);
    await guess(ip, email).expect(401);
    await guess(ip, email).expect(429);
  });

  it('is let in from a network that fails, where the browser has signed in before', async () => {
    const user = await createUser(db);
    const other = await createUser(db);
    const cookie = await knownBrowser(user);
    const [ip] = (await attack(user.email, 1)) as [string];
    await login(user.email, { ip }).expect(429);
    await login(user.email, { ip, cookie }).expect(200);
    // To another account this browser is as unknown as any.
    while ((await guess(ip, other.email)).status === 401);
    await login(other.email, { ip, cookie }).expect(429);
  });

  it('is let in there by a mailed link, too', async () => {
    const { email } = await createUser(db);
    const [ip] = (await attack(email, 1)) as [string];
    await login(email, { ip }).expect(429);
    const here = caller(app, { ip });
    await here.post('/api/auth/forgot-password', { email }).expect(200);
    await site.deliver();
    const token = resetTokenFor(site.mails, email);
    const changed = await here.post('/api/auth/reset-password', { token, password }).expect(200);
    await login(email, { ip, cookie: cookiesFrom(changed) }).expect(200);
  });
});

describe('a browser that has signed in before', () => {
  it('has tries of its own, and waits when it has used them up', async () => {
    const user = await createUser(db);
    const [mine, another] = [await knownBrowser(user), await knownBrowser(user)];
    const slip = (cookie: string) =>
      caller(app, { cookie, ip: network() }).post('/api/auth/login', { email: user.email, password: 'x' });
    const answers = await Promise.all(Array.from({ length: 30 }, () => slip(mine)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    await login(user.email, { cookie: mine }).expect(429);
    await login(user.email, { cookie: another }).expect(200);
    await login(user.email).expect(200);
  });

  it('remembers that in a cookie that no script reads, that names nobody and cannot be made up', async () => {
    const user = await createUser(db);
    const set = ((await login(user.email)).headers['set-cookie'] as unknown as string[]).find((one) =>
      one.startsWith('podium.known='),
    );
    expect(set).toMatch(/; HttpOnly; SameSite=Lax$/);
    expect(set).toMatch(/Max-Age=31536000/);
    const [ip] = (await attack(user.email, 1)) as [string];
    const [id, proof] = (set as string).slice('podium.known='.length, set?.indexOf(';')).split('.') as [string, string];
    await login(user.email, { ip, cookie: `podium.known=another.${proof}` }).expect(429);
    await login(user.email, { ip, cookie: `podium.known=${id}.${'A'.repeat(proof.length)}` }).expect(429);
    await login(user.email, { ip, cookie: `podium.known=${id}.${proof}` }).expect(200);
  });

  it('is as unknown as any once the password is another one', async () => {
    const user = await createUser(db);
    const cookie = await knownBrowser(user);
    await site.modules.accounts.forgotPassword({ email: user.email }, 'en');
    await site.deliver();
    await site.modules.accounts.resetPassword({ token: resetTokenFor(site.mails, user.email), password }, 'en');
    const [ip] = (await attack(user.email, 1)) as [string];
    await login(user.email, { ip, cookie }).expect(429);
  });

  it('may be several people’s', async () => {
    const [first, second] = [await createUser(db), await createUser(db)];
    const cookie = await knownBrowser(first);
    const both = cookiesFrom(await login(second.email, { cookie }).expect(200));
    for (const { email } of [first, second]) {
      const [ip] = (await attack(email, 1)) as [string];
      await login(email, { ip, cookie: both }).expect(200);
    }
  });
});

it('behind TLS the cookie is one of this host alone', async () => {
  const { createKnownBrowsers } = await import('#src/http/known-browser.ts');
  const set: unknown[] = [];
  const req = { headers: {}, res: { cookie: (...given: unknown[]) => set.push(given) } };
  createKnownBrowsers((text) => text.length.toString(), true).remember(req as never, 'mark');
  expect(set).toEqual([
    ['__Host-podium.known', expect.any(String), expect.objectContaining({ secure: true, path: '/', httpOnly: true })],
  ]);
});
