import { beforeEach, describe, expect, it } from 'vitest';
import { createUser, password } from '#tests/factories/users.ts';
import { codeFor, codeTextedTo } from '#tests/support/codes.ts';
import { browsersOf, mobile, newcomer } from '#tests/support/people.ts';
import { type caller, cookiesFrom, testSite } from '#tests/support/site.ts';

/* What admins do to accounts: create, change, suspend, end sessions, send codes again. */

const site = await testSite({ poolMax: 10 });
const { app, db, mails, sms, cookieOf, deliver } = site;
const browser = browsersOf(app);

let boss: Awaited<ReturnType<typeof createUser>>;
let office: ReturnType<typeof caller>;
beforeEach(async () => {
  boss = await createUser(db, { role: 'admin' });
  office = browser(await cookieOf(boss));
});

const row = (id: number) => db('accounts.users').where({ id }).first();
const entries = (id: number) =>
  db('platform.audit')
    .where({ subject_kind: 'user', subject_id: String(id) })
    .orderBy('id')
    .select('actor_id', 'action', 'before', 'after');
const login = (email: string, word = password) => browser().post('/api/auth/login', { email, password: word });
const numbered = (path: string, id: number) => path.replace(':id', String(id));

describe('every call', () => {
  it.each([
    ['get', '/api/users'],
    ['get', '/api/admin/users/:id'],
    ['post', '/api/admin/users'],
    ['put', '/api/admin/users/:id'],
    ['get', '/api/admin/users/:id/sessions'],
    ['post', '/api/admin/users/:id/sessions/end'],
    ['post', '/api/admin/users/:id/resend-code'],
    ['get', '/api/admin/account-actions'],
    ['get', '/api/admin/shared-cards'],
  ] as const)('%s %s is for admins alone', async (method, path) => {
    const address = numbered(path, boss.id);
    expect((await browser()[method](address).expect(401)).body.code).toBe('login_required');
    for (const role of ['user', 'moderator'] as const) {
      const other = browser(await cookieOf(await createUser(db, { role })));
      expect((await other[method](address).expect(403)).body.code).toBe('forbidden');
    }
  });
});

describe('a user whom an admin creates', () => {
  const draft = (change: object = {}) => ({ ...newcomer(), password: 'a chosen one', ...change });

  it('can log in at once, and has accepted nothing yet', async () => {
    const input = draft({ role: 'moderator', firstName: ' Ada ', lastName: '' });
    const { body } = await office.post('/api/admin/users', input).expect(201);
    expect(body).toMatchObject({
      ...{ username: input.username, email: input.email, role: 'moderator', firstName: 'Ada', lastName: null },
      ...{ state: 'active', emailVerified: true, termsAcceptedAt: null, codesDue: [] },
      activities: [{ activityType: 'account_created' }],
    });
    await login(input.email, input.password).expect(200);
    expect(await entries(body.id)).toEqual([
      {
        ...{ actor_id: boss.id, action: 'user_created', before: null },
        after: { username: input.username, email: input.email, role: 'moderator', firstName: 'Ada', lastName: null },
      },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/password|argon2/);
  });

  it('is a plain user without names unless said otherwise', async () => {
    const { body } = await office.post('/api/admin/users', draft()).expect(201);
    expect(body).toMatchObject({ role: 'user', firstName: null, lastName: null });
  });

  it('needs a name and an address that nobody has, whatever their case', async () => {
    const first = draft();
    await office.post('/api/admin/users', first).expect(201);
    const sameMail = await office.post('/api/admin/users', draft({ email: first.email.toUpperCase() })).expect(409);
    expect(sameMail.body).toMatchObject({
      code: 'email_taken',
      message: 'Email is already registered',
      errors: { email: 'Email is already registered' },
    });
    const sameName = await office
      .post('/api/admin/users', draft({ username: first.username.toUpperCase() }))
      .expect(409);
    expect(sameName.body).toMatchObject({
      code: 'username_taken',
      errors: { username: 'Username is already taken' },
    });
  });

  it('is created once when several admins do it at the same moment', async () => {
    const { email } = draft();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => office.post('/api/admin/users', draft({ email }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect(new Set(answers.filter(({ status }) => status === 409).map(({ body }) => body.code))).toEqual(
      new Set(['email_taken']),
    );
    expect(await db('accounts.users').where({ email })).toHaveLength(1);
  });

  it('takes the address of a registration under way, which leads nowhere then', async () => {
    const person = newcomer();
    const registered = await browser().post('/api/auth/register', person).expect(200);
    await deliver();
    const code = codeFor(mails, person.email);
    const { body } = await office
      .post('/api/admin/users', draft({ email: person.email, username: 'Chosen By Us' }))
      .expect(201);
    const verify = browser(cookiesFrom(registered)).post('/api/auth/verify-email', { email: person.email, code });
    expect((await verify.expect(409)).body.code).toBe('registration_replaced');
    await login(person.email, person.password).expect(403); // the code that is asked for never comes
    expect(await row(body.id)).toMatchObject({ username: 'Chosen By Us' });
  });

  it.each([
    [{ username: '' }, 'username'],
    [{ username: '<b>' }, 'username'],
    [{ email: 'nowhere' }, 'email'],
    [{ password: '1234567' }, 'password'],
    [{ password: 'x'.repeat(129) }, 'password'],
    [{ role: 'king' }, 'role'],
    [{ firstName: 'x'.repeat(81) }, 'firstName'],
    [{ kycStatus: 'verified' }, 'kycStatus'],
    [{ id: 1 }, 'id'],
  ])('is refused with %j', async (change, field) => {
    const { body } = await office.post('/api/admin/users', draft(change)).expect(400);
    expect(Object.keys(body.errors)).toEqual([field]);
  });
});

describe('a change', () => {
  const put = (id: number, body: object, who = office) => who.put(`/api/admin/users/${id}`, body);

  it('of role and identity check holds at once, and is written down with what was before', async () => {
    const user = await createUser(db);
    const theirs = browser(await cookieOf(user));
    const { body } = await put(user.id, { role: 'admin', kycStatus: 'verified' }).expect(200);
    expect(body).toMatchObject({ id: user.id, role: 'admin', kycStatus: 'verified', suspended: false });
    await theirs.get('/api/users').expect(200);
    await put(user.id, { role: 'user' }).expect(200);
    await theirs.get('/api/users').expect(403);
    expect(await entries(user.id)).toEqual([
      {
        ...{ actor_id: boss.id, action: 'user_updated' },
        before: { role: 'user', kycStatus: 'none' },
        after: { role: 'admin', kycStatus: 'verified' },
      },
      { actor_id: boss.id, action: 'user_updated', before: { role: 'admin' }, after: { role: 'user' } },
    ]);
  });

  it('that changes nothing leaves no entry', async () => {
    const user = await createUser(db);
    await put(user.id, {}).expect(200);
    await put(user.id, { role: 'user', kycStatus: 'none', suspended: false, reason: '' }).expect(200);
    expect(await entries(user.id)).toEqual([]);
  });

  it.each([
    [{ role: 'king' }, 'role'],
    [{ role: null }, 'role'],
    [{ kycStatus: 'yes' }, 'kycStatus'],
    [{ suspended: 'true' }, 'suspended'],
    [{ suspended: true }, 'reason'],
    [{ suspended: true, reason: '  ' }, 'reason'],
    [{ suspended: true, reason: 'x'.repeat(501) }, 'reason'],
    [{ email: 'other@example.org' }, 'email'],
  ])('is refused as %j', async (body, field) => {
    const user = await createUser(db);
    const refused = await put(user.id, body).expect(400);
    expect(Object.keys(refused.body.errors)).toEqual([field]);
    expect(await row(user.id)).toMatchObject({ role: 'user', kyc_status: 'none', suspended_at: null });
  });

  it.each([{ role: 'user' }, { suspended: true, reason: 'Tired' }, { kycStatus: 'verified' }])(
    'of one’s own account is somebody else’s business: %j',
    async (body) => {
      expect((await put(boss.id, body).expect(403)).body.code).toBe('own_account');
      expect(await row(boss.id)).toMatchObject({ role: 'admin', suspended_at: null, kyc_status: 'none' });
      await put(boss.id, { role: 'admin' }).expect(200); // is nothing new
    },
  );

  it('of nobody, of somebody erased, or of a registration that is nobody’s yet is refused', async () => {
    const erased = await createUser(db);
    await db('accounts.users').where({ id: erased.id }).update({ erased_at: db.fn.now() });
    for (const id of [erased.id, 2_000_000_000]) {
      await put(id, { role: 'admin' }).expect(404);
      await office.post(`/api/admin/users/${id}/sessions/end`).expect(404);
      await office.post(`/api/admin/users/${id}/resend-code`, { type: 'email' }).expect(404);
    }
    await put(0, {}).expect(400);
    const nobodys = await createUser(db, { claimed: false });
    expect((await put(nobodys.id, { role: 'admin' }).expect(409)).body.code).toBe('account_unverified');
  });

  it('leaves at least one admin, however many strike at each other at the same moment', async () => {
    for (const body of [{ role: 'user' }, { suspended: true, reason: 'Mutiny' }]) {
      for (let round = 0; round < 5; round += 1) {
        await db('accounts.users').update({ role: 'user' });
        const admins = await Promise.all(Array.from({ length: 4 }, () => createUser(db, { role: 'admin' })));
        const calls = await Promise.all(admins.map(async (one) => browser(await cookieOf(one))));
        const answers = await Promise.all(
          admins.flatMap((one, index) =>
            calls.filter((_, caller) => caller !== index).map((call) => put(one.id, body, call)),
          ),
        );
        expect(new Set(answers.map(({ status }) => status))).not.toContain(500);
        const left = await db('accounts.users').where({ role: 'admin' }).whereNull('suspended_at');
        expect(left.length).toBeGreaterThanOrEqual(1);
        expect(left).toHaveLength(1);
      }
    }
  });
});

describe('a suspension', () => {
  it('ends all sessions, and they stay ended when the account is given back', async () => {
    const user = await createUser(db);
    const phone = browser(cookiesFrom(await login(user.email).expect(200)));
    await phone.get('/api/auth/user').expect(200);
    expect((await office.get(`/api/admin/users/${user.id}/sessions`)).body).toHaveLength(1);

    const { body } = await office
      .put(`/api/admin/users/${user.id}`, { suspended: true, reason: ' Several accounts ' })
      .expect(200);
    expect(body).toMatchObject({
      ...{ suspended: true, state: 'suspended', suspendedReason: 'Several accounts' },
      suspendedAt: expect.any(String),
    });
    await phone.get('/api/auth/user').expect(401);
    expect((await login(user.email).expect(403)).body.code).toBe('account_suspended');
    expect((await office.get(`/api/admin/users/${user.id}/sessions`)).body).toEqual([]);

    await office.put(`/api/admin/users/${user.id}`, { suspended: false, reason: 'Was a mistake' }).expect(200);
    await phone.get('/api/auth/user').expect(401);
    await login(user.email).expect(200);
    expect(await row(user.id)).toMatchObject({ suspended_at: null, suspended_reason: null });
    expect(await entries(user.id)).toMatchObject([
      { before: { suspended: false }, after: { suspended: true, reason: 'Several accounts' } },
      { before: { suspended: true }, after: { suspended: false, reason: 'Was a mistake' } },
    ]);
  });
});

it('ending all sessions of somebody leaves the admin’s own, and the account as it is', async () => {
  const user = await createUser(db);
  const devices = await Promise.all([1, 2].map(async () => browser(cookiesFrom(await login(user.email)))));
  await office.post(`/api/admin/users/${user.id}/sessions/end`).expect(200);
  for (const device of devices) await device.get('/api/auth/user').expect(401);
  expect((await office.get(`/api/admin/users/${user.id}/sessions`)).body).toEqual([]);
  await office.get('/api/auth/user').expect(200);
  await login(user.email).expect(200);
  expect(await entries(user.id)).toMatchObject([{ actor_id: boss.id, action: 'user_sessions_ended' }]);
});

describe('a code that is sent again', () => {
  const resend = (id: number, type: string) => office.post(`/api/admin/users/${id}/resend-code`, { type });
  const waiting = async () => {
    const person = { ...newcomer(), phoneNumber: mobile() };
    const home = browser(cookiesFrom(await browser().post('/api/auth/register', person).expect(200)));
    await deliver();
    const { id } = await db('accounts.users').where({ email: person.email }).first('id');
    return { ...person, id, home };
  };
  const past = (id: number) =>
    db('accounts.codes')
      .where({ user_id: id })
      .update({ created_at: db.raw("created_at - interval '2 minutes'") });

  it('proves what it was sent to, and is written down', async () => {
    const { id, email, phoneNumber, home } = await waiting();
    expect((await office.get(`/api/admin/users/${id}`)).body).toMatchObject({
      state: 'unverified',
      codesDue: ['email', 'phone'],
    });
    await past(id);
    await resend(id, 'email').expect(200);
    await resend(id, 'phone').expect(200);
    await deliver();
    await home.post('/api/auth/verify-phone', { email, code: codeTextedTo(sms, phoneNumber) }).expect(200);
    await home.post('/api/auth/verify-email', { email, code: codeFor(mails, email) }).expect(200);
    expect((await office.get(`/api/admin/users/${id}`)).body).toMatchObject({ state: 'active', codesDue: [] });
    expect(await entries(id)).toMatchObject([
      { action: 'user_code_resent', after: { type: 'email' } },
      { action: 'user_code_resent', after: { type: 'phone' } },
    ]);
  });

  it('waits while the last one is young, and says for how long', async () => {
    const { id } = await waiting();
    const sent = mails.length;
    const { body, headers } = await resend(id, 'email').expect(429);
    expect(body.code).toBe('too_many_requests');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    await deliver();
    expect(mails).toHaveLength(sent);
    expect(await entries(id)).toEqual([]);
  });

  it('is one of ten a day, and of five to a number', async () => {
    const { id } = await waiting();
    const until = async (type: string) => {
      for (let count = 1; ; count += 1) {
        await past(id);
        const answer = await resend(id, type);
        if (answer.status !== 200) return { count, code: answer.body.code };
      }
    };
    expect(await until('email')).toEqual({ count: 10, code: 'codes_used_up' });
    expect(await until('phone')).toEqual({ count: 5, code: 'codes_used_up' });
  });

  it('is for what is not verified yet', async () => {
    const user = await createUser(db);
    for (const type of ['email', 'phone']) {
      expect((await resend(user.id, type).expect(409)).body.code).toBe('nothing_to_verify');
    }
    expect(Object.keys((await resend(user.id, 'pigeon').expect(400)).body.errors)).toEqual(['type']);
  });
});

it('somebody who has been erased is a number with sums', async () => {
  const gone = await createUser(db);
  await db('accounts.users')
    .where({ id: gone.id })
    .update({ username: null, erased_at: db.fn.now(), suspended_at: db.fn.now() });
  const { body } = await office.get(`/api/admin/users/${gone.id}`).expect(200);
  expect(body).toMatchObject({ state: 'erased', totalVotes: 0, codesDue: [] });
  await office.get('/api/admin/users/2000000000').expect(404);
});
