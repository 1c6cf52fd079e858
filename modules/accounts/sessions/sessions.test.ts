import supertest from 'supertest';
import { expect, it } from 'vitest';
import { requestDeletion } from '#tests/factories/deletions.ts';
import { createUser, password } from '#tests/factories/users.ts';
import { resetTokenFor } from '#tests/support/codes.ts';
import { caller, cookiesFrom, testSite } from '#tests/support/site.ts';

const { app, db, mails, deliver, cookieOf, redisDump } = await testSite();
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

async function signIn(email: string, userAgent: string) {
  const response = await supertest(app)
    .post('/api/auth/login')
    .set('User-Agent', userAgent)
    .send({ email, password })
    .expect(200);
  return caller(app, { cookie: cookiesFrom(response) });
}
const remove = (client: ReturnType<typeof caller>, path: string) => client.delete(path);

it('somebody sees where he or she is signed in, ends one session, and all others', async () => {
  const { email } = await createUser(db);
  const desk = await signIn(email, firefox);
  const phone = await signIn(email, safari);
  const unknown = await signIn(email, '');
  const { body } = await desk.get('/api/users/sessions').expect(200);
  expect(body).toMatchObject([
    { current: false, browser: null, system: null },
    { current: false, browser: 'Safari', system: 'iOS' },
    { current: true, browser: 'Firefox', system: 'Linux' },
  ]);
  await remove(desk, `/api/users/sessions/${body[1].id}`).expect(200);
  await phone.get('/api/auth/user').expect(401);
  await remove(desk, `/api/users/sessions/${body[1].id}`).expect(404);
  await unknown.get('/api/auth/user').expect(200);
  await remove(desk, '/api/users/sessions').expect(200);
  await unknown.get('/api/auth/user').expect(401);
  expect((await desk.get('/api/users/sessions').expect(200)).body).toHaveLength(1);
});

it('nobody sees or ends the sessions of others', async () => {
  const mine = await signIn((await createUser(db)).email, firefox);
  const others = await signIn((await createUser(db)).email, safari);
  const [session] = (await others.get('/api/users/sessions')).body;
  await remove(mine, `/api/users/sessions/${session.id}`).expect(404);
  await remove(mine, '/api/users/sessions').expect(200);
  await others.get('/api/auth/user').expect(200);
  await caller(app).get('/api/users/sessions').expect(401);
  await remove(caller(app), '/api/users/sessions').expect(401);
});

it('a session that was left is listed no more', async () => {
  const { email } = await createUser(db);
  const first = await signIn(email, firefox);
  await first.post('/api/auth/logout').expect(200);
  const second = await signIn(email, safari);
  expect((await second.get('/api/users/sessions')).body).toHaveLength(1);
});

const listed = async (userId: number) =>
  (await redisDump()).split('\n').some((key) => key.endsWith(`sessions-of:${userId}`));

it('what browsers said of themselves goes with the person, and with a new password', async () => {
  const user = await createUser(db);
  await signIn(user.email, firefox);
  expect(await listed(user.id)).toBe(true);
  const admin = caller(app, { cookie: await cookieOf(await createUser(db, { role: 'admin' })) });
  const id = await requestDeletion(db, user.id);
  await admin.post(`/api/admin/account-actions/${id}/decide`, { approved: true }).expect(200);
  expect(await listed(user.id)).toBe(false);

  const other = await createUser(db);
  await signIn(other.email, safari);
  expect(await listed(other.id)).toBe(true);
  await caller(app).post('/api/auth/forgot-password', { email: other.email }).expect(200);
  await deliver();
  const token = resetTokenFor(mails, other.email);
  await caller(app).post('/api/auth/reset-password', { token, password: 'another fine one' }).expect(200);
  expect(await listed(other.id)).toBe(false);
});
