import { beforeEach, describe, expect, it } from 'vitest';
import { addBallots, createTopic } from '#tests/factories/topics.ts';
import { createUser } from '#tests/factories/users.ts';
import { caller, testSite } from '#tests/support/site.ts';

const { app, db, modules, mails, sms, files, deliver, cookieOf, redisDump } = await testSite({ poolMax: 10 });
/** Whoever asks in this test: nothing of it occurs elsewhere. */
let secret: { email: string; phone: string; name: string };

let user: Awaited<ReturnType<typeof createUser>>;
let call: ReturnType<typeof caller>;
let admin: ReturnType<typeof caller>;
let ip = 0;
const next = () => `10.8.0.${++ip}`;

beforeEach(async () => {
  ip += 1;
  secret = { email: `zoe.secret${ip}@example.org`, phone: `+346001110${10 + ip}`, name: `Zoraida Unmistakable${ip}x` };
  user = await createUser(db, { email: secret.email, username: secret.name });
  await db('accounts.users')
    .where({ id: user.id })
    .update({ phone_number: secret.phone, phone_verified_at: db.fn.now() });
  call = caller(app, { cookie: await cookieOf(user), ip: next() });
  admin = caller(app, { cookie: await cookieOf(await createUser(db, { role: 'admin' })), ip: next() });
  mails.length = 0;
  sms.length = 0;
  files.clear();
});

const codeIn = (text: string | undefined) => /\b\d{6}\b/.exec(text ?? '')?.[0] ?? '';

async function request(kind: 'export' | 'deletion') {
  const { body } = await call.post(`/api/account/request-${kind}`, { reason: 'I want to' }).expect(200);
  await deliver();
  return { actionId: body.id as number, emailCode: codeIn(mails[0]?.text), phoneCode: codeIn(sms[0]?.text) };
}
async function proved(kind: 'export' | 'deletion') {
  const codes = await request(kind);
  const { body } = await call.post('/api/account/verify', codes).expect(200);
  return { actionId: codes.actionId, body };
}

describe('a request', () => {
  it('is cancelled by a change of the account’s addresses or password that came after it, and by no other', async () => {
    const clock = async () => {
      const { rows } = await db.raw<{ rows: [{ now: Date }] }>('select clock_timestamp() as now');
      return rows[0].now.toISOString();
    };
    const before = await clock();
    await request('export');
    const status = async () => (await call.get('/api/account/actions')).body[0].status;
    await modules.privacy.cancelRequests(user.id, before);
    expect(await status()).toBe('pending');
    await modules.privacy.cancelRequests(user.id, await clock());
    expect(await status()).toBe('cancelled');
  });

  it('is answered with what was sent, and listed', async () => {
    const { body } = await call.post('/api/account/request-export', { reason: ' Curious ' }).expect(200);
    expect(body).toMatchObject({ id: expect.any(Number), emailSent: true, smsSent: true, message: expect.any(String) });
    expect((await call.get('/api/account/actions')).body).toMatchObject([
      { id: body.id, actionType: 'data_export', status: 'pending', emailVerified: false, phoneVerified: false },
    ]);
  });

  it.each([[{}], [{ reason: '' }], [{ reason: '   ' }], [{ reason: 'x'.repeat(1_001) }], [{ reason: 5 }]])(
    'without a proper reason is refused: %j',
    async (body) => {
      for (const kind of ['export', 'deletion']) {
        const refused = await call.post(`/api/account/request-${kind}`, body).expect(400);
        expect(Object.keys(refused.body.errors)).toEqual(['reason']);
      }
    },
  );

  it('needs a phone number, and somebody who asks', async () => {
    await db('accounts.users').where({ id: user.id }).update({ phone_number: null, phone_verified_at: null });
    const refused = await call.post('/api/account/request-deletion', { reason: 'x' }).expect(409);
    expect(refused.body.code).toBe('phone_missing');
    await caller(app).post('/api/account/request-deletion', { reason: 'x' }).expect(401);
    await caller(app).get('/api/account/actions').expect(401);
  });

  it('is open once: two at the same moment give one', async () => {
    const both = await Promise.all([1, 2].map(() => call.post('/api/account/request-deletion', { reason: 'x' })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await call.post('/api/account/request-export', { reason: 'another kind' }).expect(200);
  });

  it('can be taken back, by its owner alone', async () => {
    const { actionId } = await request('deletion');
    const other = caller(app, { cookie: await cookieOf(await createUser(db)), ip: next() });
    await other.post(`/api/account/actions/${actionId}/cancel`).expect(404);
    expect((await call.post(`/api/account/actions/${actionId}/cancel`).expect(200)).body.status).toBe('cancelled');
    await call.post('/api/account/request-deletion', { reason: 'again' }).expect(200);
  });
});

describe('the codes', () => {
  it('prove each its own address; with both an export is approved', async () => {
    const { actionId, emailCode, phoneCode } = await request('export');
    const first = await call.post('/api/account/verify', { actionId, emailCode, phoneCode: '' }).expect(200);
    expect(first.body.downloadUrl).toBeNull();
    expect((await call.get('/api/account/actions')).body[0]).toMatchObject({
      emailVerified: true,
      phoneVerified: false,
      status: 'pending',
    });
    const second = await call.post('/api/account/verify', { actionId, phoneCode }).expect(200);
    expect(second.body.downloadUrl).toMatch(/^\/api\/account\/exports\/\d+\?signature=/);
  });

  it.each([
    [{}, 'emailCode'],
    [{ emailCode: '', phoneCode: '' }, 'emailCode'],
    [{ emailCode: '12345' }, 'emailCode'],
    [{ phoneCode: 'abcdef' }, 'phoneCode'],
  ])('are refused where they cannot be codes: %j', async (codes, field) => {
    const { actionId } = await request('export');
    const { body } = await call.post('/api/account/verify', { actionId, ...codes }).expect(400);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  it('count five guesses of a hundred made at once', async () => {
    const { actionId } = await request('export');
    const cookie = await cookieOf(user);
    await Promise.all(
      Array.from({ length: 100 }, (_, number) =>
        caller(app, { cookie, ip: `10.7.0.${number}` }).post('/api/account/verify', { actionId, emailCode: '000000' }),
      ),
    );
    const { tries } = await db('accounts.codes').where({ user_id: user.id, purpose: 'export_email' }).first();
    expect(tries).toBe(5);
  });

  it('of one request open nothing else, nor for anybody else', async () => {
    const { actionId, emailCode, phoneCode } = await request('export');
    const other = caller(app, { cookie: await cookieOf(await createUser(db)), ip: next() });
    await other.post('/api/account/verify', { actionId, emailCode, phoneCode }).expect(404);
    await call.post('/api/account/verify', { actionId, emailCode: phoneCode }).expect(400);
  });
});

it('what confirms an export deletes nothing', async () => {
  const deletion = await request('deletion');
  const copy = await request('export');
  const { emailCode, phoneCode } = copy;
  await call.post('/api/account/verify', { actionId: deletion.actionId, emailCode, phoneCode }).expect(400);
  await call.post('/api/account/verify', copy).expect(200);
});

describe('an export', () => {
  it('is built once, holds everything, and is for its owner for a day', async () => {
    const topic = await createTopic(db, { choices: 3 });
    const voteItems = [{ choiceId: topic.choices[1], rank: 1 }];
    await call.post('/api/create-free-vote', { topicId: topic.id, tier: 'top3', voteItems }).expect(201);
    const { actionId, body } = await proved('export');
    await call.get(body.downloadUrl).expect(202).expect('Retry-After', '2');

    await Promise.all([modules.privacy.buildExport(actionId), modules.privacy.buildExport(actionId)]);
    expect([...files.keys()].filter((key) => key.startsWith('exports/'))).toHaveLength(1);
    const got = await call.get(body.downloadUrl).expect(200);
    expect(got.headers['content-disposition']).toMatch(/attachment; filename="?podium-\d{4}-\d\d-\d\d\.json"?$/);
    expect(got.headers['cache-control']).toBe('no-store');
    expect(got.body).toMatchObject({
      profile: { email: secret.email, phoneNumber: secret.phone, username: secret.name },
      ballots: [{ ranking: ['Choice 2'], places: 3, paid: false }],
      requests: [{ type: 'data_export', reason: 'I want to' }],
      subscriptions: [],
      consents: [],
    });
    expect(JSON.stringify(got.body)).not.toMatch(/argon2|password|hash/i);

    const other = caller(app, { cookie: await cookieOf(await createUser(db)), ip: next() });
    await other.get(body.downloadUrl).expect(404);
    await caller(app).get(body.downloadUrl).expect(401);
    await call.get(`/api/account/exports/${actionId}?signature=x`).expect(404);
    await call.get(`/api/account/exports/${actionId}`).expect(404);

    await db('privacy.account_actions').update({ approved_at: db.raw("now() - interval '25 hours'") });
    await call.get(body.downloadUrl).expect(404);
    await modules.privacy.forgetExports();
    expect(files.size).toBe(0);
  });

  it('that cannot be built says so', async () => {
    const { actionId } = await proved('export');
    await modules.privacy.failExport(actionId);
    expect((await call.get('/api/account/actions')).body[0]).toMatchObject({ status: 'failed', downloadUrl: null });
  });
});

it('an export that is being built while its person is erased leaves no file', async () => {
  const { actionId } = await proved('export');
  const deletion = await proved('deletion');
  await admin.post(`/api/admin/account-actions/${deletion.actionId}/decide`, { approved: true }).expect(200);
  await modules.privacy.buildExport(actionId);
  expect(files.size).toBe(0);
});

describe('a deletion', () => {
  const decide = (who: typeof admin, actionId: number, approved: boolean) =>
    who.post(`/api/admin/account-actions/${actionId}/decide`, { approved });

  it('waits for an admin, who is somebody else; a rejected one leaves everything', async () => {
    const { actionId } = await proved('deletion');
    for (const role of ['user', 'moderator'] as const) {
      const other = caller(app, { cookie: await cookieOf(await createUser(db, { role })), ip: next() });
      expect((await decide(other, actionId, true).expect(403)).body.code).toBe('forbidden');
    }
    await decide(caller(app), actionId, true).expect(401);
    await db('accounts.users').where({ id: user.id }).update({ role: 'admin' });
    expect((await decide(call, actionId, true).expect(403)).body.code).toBe('own_request');
    await decide(admin, actionId, false).expect(200);
    expect((await call.get('/api/account/actions')).body[0]).toMatchObject({
      status: 'cancelled',
      adminApproved: false,
    });
    await call.get('/api/auth/user').expect(200);
  });

  it('is not decided before both addresses are proved', async () => {
    const { actionId } = await request('deletion');
    await decide(admin, actionId, true).expect(404);
  });

  it('is decided once, whoever comes at the same moment', async () => {
    const { actionId } = await proved('deletion');
    const second = caller(app, { cookie: await cookieOf(await createUser(db, { role: 'admin' })), ip: next() });
    const both = await Promise.all([decide(admin, actionId, true), decide(second, actionId, true)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('leaves the person’s e-mail, phone, name and address nowhere; the last mail says good-bye', async () => {
    const mine = {
      firstName: 'Zoraidafirst',
      lastName: 'Unmistakablelast',
      streetAddress: '1 Unmistakable Street',
      city: 'Unmistakabletown',
    };
    await call.put('/api/users/profile', mine).expect(200);
    const consents = { emailNotifications: true, gdprConsent: true, termsAccepted: true };
    await call.post('/api/subscription-preferences', { email: secret.email, ...consents }).expect(200);
    const open = await createTopic(db, { choices: 3 });
    const voteItems = [{ choiceId: open.choices[0], rank: 1 }];
    await call.post('/api/create-free-vote', { topicId: open.id, tier: 'top3', voteItems }).expect(201);
    await addBallots(db, open.id, [open.choices]);
    const exported = await proved('export');
    await modules.privacy.buildExport(exported.actionId);
    const { actionId } = await proved('deletion');
    await decide(admin, actionId, true).expect(200);

    await call.get('/api/auth/user').expect(401);
    await deliver();
    expect(mails[0]).toMatchObject({ to: secret.email });
    expect(files.size).toBe(0);
    const traces = [secret.email, secret.phone, secret.name, ...Object.values(mine)].map((text) => text.toLowerCase());
    const dump = `${await databaseDump()}\n${await redisDump()}`.toLowerCase();
    expect(dump.length).toBeGreaterThan(1_000);
    for (const trace of traces) expect(dump.includes(trace), trace).toBe(false);
    const [ballot] = await db('voting.ballots').where({ user_id: user.id });
    expect(ballot).toMatchObject({ void_reason: 'account erased' });
    expect((await caller(app).get(`/api/topics/${open.id}`)).body.totalVotes).toBe(1);
  });

  async function databaseDump(): Promise<string> {
    const tables: { name: string }[] = await db('information_schema.tables')
      .whereIn('table_schema', ['accounts', 'voting', 'notifications', 'platform', 'analytics'])
      .select(db.raw("table_schema || '.' || table_name as name"));
    const rows = await Promise.all(
      tables.map(({ name }) => db.raw(`select row_to_json(t)::text as row from ${name} t`)),
    );
    return rows.flatMap((result) => result.rows.map(({ row }: { row: string }) => row)).join('\n');
  }
});
