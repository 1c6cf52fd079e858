import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createUser } from './factories/users.ts';
import { caller, testSite } from './support/site.ts';

/* The first admin, by a command of the people who run the site. */

const { app, db } = await testSite({ poolMax: 10 });
const { connectionString } = db.client.config.connection as { connectionString: string };

async function createAdmin(args: string[], { password = '', env = { DATABASE_URL: connectionString } as object } = {}) {
  const child = spawn(process.execPath, ['scripts/create-admin.ts', ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: 'pipe',
  });
  child.stdin.on('error', () => {}); // it may have ended before it was asked
  child.stdin.end(password);
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once('close', resolve)),
  ]);
  return { out, err, code };
}

const named = (name: string) => ['--email', `${name}@example.org`, '--username', name];
const account = (name: string) =>
  db('accounts.users')
    .whereRaw('lower(email) = ?', [`${name.toLowerCase()}@example.org`])
    .first();

describe('the command', () => {
  it('creates an admin who can log in, and writes it down', async () => {
    const { out, err, code } = await createAdmin(named('Founder'), { password: 'correct horse\n' });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const { id } = await account('Founder');
    expect(out).toBe(`Founder is an admin now, with the number ${id}. Log in with Founder@example.org.\n`);
    const login = { email: 'founder@example.org', password: 'correct horse' };
    const cookie = (await caller(app).post('/api/auth/login', login).expect(200)).headers['set-cookie'] as never;
    await caller(app, { cookie }).get('/api/users').expect(200);
    expect(await db('platform.audit').where({ subject_id: String(id) })).toMatchObject([
      { actor_id: null, action: 'user_created', after: { username: 'Founder', role: 'admin' } },
    ]);
  });

  it('makes an account that is there an admin only when told to', async () => {
    const user = await createUser(db, { username: 'Climber', email: 'climber@example.org' });
    const refused = await createAdmin(named('Climber'), { password: 'another one' });
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain(`Climber, number ${user.id}. With --promote it becomes an admin.`);
    expect(await account('climber')).toMatchObject({ role: 'user' });

    const promote = ['--email', 'CLIMBER@example.org', '--promote'];
    expect(await createAdmin(promote)).toMatchObject({ code: 0, err: '' });
    expect(await account('climber')).toMatchObject({ role: 'admin', password_hash: expect.any(String) });
    expect((await createAdmin(promote)).out).toContain('is an admin already');
    expect(await db('platform.audit').where({ subject_id: String(user.id) })).toMatchObject([
      { actor_id: null, action: 'user_updated', before: { role: 'user' }, after: { role: 'admin' } },
    ]);
  });

  it('promotes nobody who is suspended or not there', async () => {
    await createUser(db, { email: 'rude@example.org', suspended: true });
    await createUser(db, { email: 'unproved@example.org', claimed: false });
    expect((await createAdmin(['--email', 'rude@example.org', '--promote'])).err).toContain('is suspended');
    for (const name of ['nobody', 'unproved']) {
      expect((await createAdmin(['--email', `${name}@example.org`, '--promote'])).err).toContain('has no account');
    }
  });

  it.each([
    ['no arguments', [], '', 'Usage: npm run create-admin'],
    ['a password among them', [...named('x1'), '--password', 'long enough'], '', "Unknown option '--password'"],
    ['an address that is none', ['--email', 'nowhere', '--username', 'x2'], 'long enough', 'Invalid email address'],
    [
      'a name that is none',
      ['--email', 'a@example.org', '--username', '<b>'],
      'long enough',
      '--username: Use letters',
    ],
    ['a short password', named('short'), '1234567\n', 'Password must be at least 8 characters'],
    ['no password', named('none'), '', 'Password must be at least 8 characters'],
  ])('refuses %s', async (_what, args, password, message) => {
    const { out, err, code } = await createAdmin(args, { password });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(message);
    expect(err).not.toMatch(/\n\s+at /);
    expect(await db('accounts.users').where('username', 'like', 'x_')).toEqual([]);
  });

  it('says what is wrong with the name or the database', async () => {
    await createUser(db, { username: 'Taken' });
    const taken = await createAdmin(['--email', 'other@example.org', '--username', 'taken'], {
      password: 'long enough',
    });
    expect(taken).toMatchObject({ code: 1, err: 'Username is already taken\n' });
    expect(await createAdmin(named('yyy'), { env: {} })).toMatchObject({ code: 1, err: 'DATABASE_URL is missing.\n' });
    const away = await createAdmin(named('yyy'), { env: { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' } });
    expect(away.err).toMatch(/^The database cannot be reached: .+\n$/);
  });
});
