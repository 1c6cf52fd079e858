import { randomUUID } from 'node:crypto';
import type { Express } from 'express';
import supertest from 'supertest';
import { afterAll, inject } from 'vitest';
import { deliverMessage } from '#modules/notifications/jobs.ts';
import { type AppContext, createApp } from '#src/app.ts';
import { type Composition, compose } from '#src/compose.ts';
import { loadTexts } from '#src/i18n/server.ts';
import type { Db } from '#src/platform/db.ts';
import type { EqualTime } from '#src/platform/equal-time.ts';
import { createLive } from '#src/platform/live.ts';
import { createLogger } from '#src/platform/logger.ts';
import type { Mail } from '#src/platform/mail.ts';
import { createRedis } from '#src/platform/redis.ts';
import { createSecrets } from '#src/platform/secrets.ts';
import type { Sms } from '#src/platform/sms.ts';
import { testDatabase } from './database.ts';
import { sessionOf } from './session.ts';
import { fakeStorage } from './storage.ts';
import { noStripe } from './stripe.ts';
import { workThrough } from './workers.ts';

export interface TestSite {
  app: Express;
  db: Db;
  modules: Composition['modules'];
  /** Runs a sweep, whenever it is due. */
  sweep(name: string): Promise<void>;
  sweeps: Composition['sweeps'];
  jobs: Composition['jobs'];
  settings: Composition['settings'];
  routes: Composition['routes'];
  /** Mails as they would have left, newest first, once `deliver` has been called. */
  mails: Mail[];
  /** Text messages, likewise. */
  sms: Sms[];
  /** What is stored, by key. */
  files: Map<string, Buffer>;
  /** Every key and value of this site in Redis. */
  redisDump(): Promise<string>;
  /** Ends the pauses that limits have imposed, as their time would; what has failed stays counted. */
  endPauses(): Promise<void>;
  /** Does what the worker would do for every message that waits. */
  deliver(): Promise<void>;
  /** Does what workers would do for every job that waits, and for those that follow from it; messages stay. */
  work(): Promise<void>;
  /** How many answers have taken the time that tells nothing; here they do not take it. */
  equalAnswers(): number;
  /** The Cookie header of a browser in which this user is signed in. */
  cookieOf(user: SignedIn): Promise<string>;
}

interface SignedIn {
  id: number;
  sessionVersion?: number;
  /** How long ago the password was given; null: never. */
  passwordAgeMinutes?: number | null;
}

const quiet = createLogger('silent', 'test');

type Options = Pick<AppContext, 'renderPages' | 'requestsPerMinute' | 'pageCacheMs'> & {
  poolMax?: number;
  stripe?: typeof noStripe;
  publicUrl?: string;
};

/** The web process' application on a database of its own, without pages unless told how. Call it at the top of the file. */
export async function testSite({
  poolMax = 1,
  stripe = noStripe,
  publicUrl = 'http://podium.test',
  ...pages
}: Options = {}): Promise<TestSite> {
  const { db } = await testDatabase({ poolMax });
  const redis = createRedis(inject('redisUrl'), quiet, { answerFast: true });
  const redisPrefix = `test-${randomUUID()}:`;
  const secrets = createSecrets('a secret for tests alone, long enough');
  const mails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void mails.unshift(mail), close() {} };
  const sms: Sms[] = [];
  const gateway = {
    async send(message: Sms) {
      sms.unshift(message);
      return 'sent' as const;
    },
  };
  const storage = fakeStorage();
  const texts = await loadTexts();
  const live = createLive(redis, `${redisPrefix}live`, quiet);
  let equalAnswers = 0;
  const equalTime: EqualTime = (work) => {
    equalAnswers += 1;
    return work();
  };
  const composition = compose({
    db,
    equalTime,
    secrets,
    live,
    mailer,
    sms: gateway,
    storage,
    stripe,
    texts,
    publicUrl,
  });
  const app = createApp({
    db,
    redis,
    secrets,
    logger: quiet,
    texts,
    composition,
    publicUrl,
    cardFormUrl: stripe.scriptUrl,
    trustProxy: 1,
    redisPrefix,
    ...pages,
  });
  afterAll(async () => {
    await live.close();
    await redis.quit();
  });
  return {
    app,
    db,
    modules: composition.modules,
    sweeps: composition.sweeps,
    async sweep(name) {
      await composition.sweeps.find((sweep) => sweep.name === name)?.run();
    },
    jobs: composition.jobs,
    settings: composition.settings,
    routes: composition.routes,
    mails,
    sms,
    files: storage.files,
    equalAnswers: () => equalAnswers,
    async redisDump() {
      const keys = await redis.keys(`${redisPrefix}*`);
      const values = keys.map(async (key) => {
        const type = await redis.type(key);
        return type === 'hash' ? JSON.stringify(await redis.hgetall(key)) : await redis.get(key);
      });
      return [...keys, ...(await Promise.all(values))].join('\n');
    },
    async endPauses() {
      const pauses = await redis.keys(`${redisPrefix}limit:*:pause:*`);
      if (pauses.length > 0) await redis.del(pauses);
    },
    async deliver() {
      const ids = await db('notifications.messages').whereNotNull('sealed').orderBy('id').pluck<number[]>('id');
      for (const id of ids) await composition.modules.notifications.deliver(id);
    },
    work: () => workThrough(db, composition.jobs, ({ job }) => job.name !== deliverMessage.name),
    cookieOf: ({ id, sessionVersion, passwordAgeMinutes }) =>
      sessionOf({ redis, secrets, prefix: redisPrefix }, id, sessionVersion, passwordAgeMinutes),
  };
}

/** A caller of the API: `ip` stands for where it comes from, `cookie` for its session. */
export function caller(app: Express, { cookie = '', ip = '10.0.0.1' } = {}) {
  const dress = (test: supertest.Test) => {
    test.set('X-Forwarded-For', ip);
    if (cookie) test.set('Cookie', cookie);
    return test;
  };
  return {
    get: (path: string) => dress(supertest(app).get(path)),
    post: (path: string, body: unknown = {}) => dress(supertest(app).post(path)).send(body as object),
    delete: (path: string) => dress(supertest(app).delete(path)),
    put: (path: string, body: unknown = {}) => dress(supertest(app).put(path)).send(body as object),
  };
}

/** The cookies of an answer, as a browser would send them back. */
export function cookiesFrom(response: { headers: Record<string, unknown> }): string {
  const set = (response.headers['set-cookie'] ?? []) as string[];
  return set.map((cookie) => cookie.split(';')[0]).join('; ');
}
