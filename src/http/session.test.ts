import { randomUUID } from 'node:crypto';
import express from 'express';
import supertest from 'supertest';
import { afterAll, expect, inject, it } from 'vitest';
import { cookiesFrom } from '#tests/support/site.ts';
import { createLogger } from '../platform/logger.ts';
import { createRedis } from '../platform/redis.ts';
import { createKnownBrowsers } from './known-browser.ts';
import { sessionAccess, sessions } from './session.ts';
import { createSessionIndex } from './session-index.ts';

const redis = createRedis(inject('redisUrl'), createLogger('silent', 'test'), { answerFast: true });
afterAll(() => redis.quit());
const prefix = `test-${randomUUID()}:`;
const index = createSessionIndex(redis, prefix, (sid) => sid);
const browsers = createKnownBrowsers((text) => text, false);

/** Whoever asks for /slow waits here once its session has been read. */
let arrived = Promise.withResolvers<void>();
let gate = Promise.withResolvers<void>();

const app = express();
app.use(sessions(redis, { key: 'a key for tests', prefix, secure: false }));
app.use((req, res, next) => {
  res.locals.session = sessionAccess(req, { index, browsers, secure: false });
  next();
});
app.get('/sign-in', async (_req, res) => {
  await res.locals.session.signIn({ id: 7, sessionVersion: 1 }, { passwordGiven: true });
  res.end();
});
app.get('/slow', async (_req, res) => {
  arrived.resolve();
  await gate.promise;
  res.locals.session.registration = { userId: 8, registrationId: 'x' }; // what makes it be written at the end
  res.end();
});
app.get('/sign-out', async (_req, res) => {
  await res.locals.session.signOut();
  res.end();
});
app.get('/end-others', async (_req, res) => {
  await res.locals.session.endOthers({ id: 7, sessionVersion: 2 });
  res.end();
});
app.get('/who', (req, res) => void res.json({ ...req.session, cookie: undefined }));

const get = (path: string, cookie = '') => supertest(app).get(path).set('Cookie', cookie);
const signIn = async () => cookiesFrom(await get('/sign-in').expect(200));

async function duringSlowRequest(cookie: string, act: () => Promise<unknown>): Promise<void> {
  arrived = Promise.withResolvers();
  gate = Promise.withResolvers();
  const slow = get('/slow', cookie).then(() => {});
  await arrived.promise;
  await act();
  gate.resolve();
  await slow;
}

it('a session that ends during a slow request of its own stays ended', async () => {
  const cookie = await signIn();
  await duringSlowRequest(cookie, () => get('/sign-out', cookie).expect(200));
  expect((await get('/who', cookie)).body).toEqual({});
  expect(await index.list(7, '')).toEqual([]);
});

it('a session that another one ends during a slow request stays ended', async () => {
  const [mine, other] = [await signIn(), await signIn()];
  await duringSlowRequest(other, () => get('/end-others', mine).expect(200));
  expect((await get('/who', other)).body).toEqual({});
  expect((await get('/who', mine)).body).toMatchObject({ userId: 7, sessionVersion: 2 });
  expect(await index.list(7, '')).toHaveLength(1);
});

it('what a session holds is written as long as it lives', async () => {
  const cookie = await signIn();
  await duringSlowRequest(cookie, async () => {});
  expect((await get('/who', cookie)).body).toMatchObject({ userId: 7, registration: { userId: 8 } });
});
