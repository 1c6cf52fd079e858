import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createNotifications } from '#modules/notifications/index.ts';
import { openMailbox } from '#sandbox/mailbox.ts';
import { noProviders } from '#scripts/no-providers.ts';
import { endChild, freePort, type Service, startRedis } from '#scripts/services.ts';
import { loadTexts } from '#src/i18n/server.ts';
import { createEqualTime } from '#src/platform/equal-time.ts';
import { createSecrets } from '#src/platform/secrets.ts';
import { createSettings } from '#src/platform/settings.ts';
import { testDatabase } from './support/database.ts';

/*
 * What a change has promised is done, whatever dies in between: mails are promised while Redis is killed (and comes back
 * empty) and while workers are killed, and every one arrives.
 */

const { db, url } = await testDatabase({ poolMax: 10 });
const mailbox = await openMailbox(0);
const appSecret = 'a secret for tests alone, long enough';
const texts = await loadTexts();
const { api: notifications } = createNotifications({
  equalTime: createEqualTime(0),
  db,
  secrets: createSecrets(appSecret),
  mailer: { send: () => Promise.reject(new Error('only workers send')), close() {} },
  sms: { send: () => Promise.reject(new Error('only workers send')) },
  translator: texts.translator,
  settings: createSettings(db),
  publicUrl: 'http://podium.test',
});
const redisFolder = mkdtempSync(path.join(os.tmpdir(), 'podium-survival-'));
const redisPort = await freePort();
let redis: Service | undefined;
const workers = new Set<ChildProcess>();

afterAll(async () => {
  for (const worker of workers) await endChild(worker, 'SIGKILL');
  await redis?.stop();
  await mailbox.close();
});

const startOwnRedis = async () => {
  redis = await startRedis({ folder: redisFolder, volatile: true, port: redisPort });
};

const startWorker = (): ChildProcess => {
  const worker = spawn(process.execPath, ['workers/run-worker.ts'], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: url,
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
      PUBLIC_URL: 'http://podium.test',
      APP_SECRET: appSecret,
      ...noProviders,
      SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
      LOG_LEVEL: 'error',
      OUTBOX_STALE_SECONDS: '2',
    },
  });
  workers.add(worker);
  return worker;
};

const promise = async (count: number): Promise<string[]> => {
  const addresses = Array.from({ length: count }, () => `${randomUUID()}@example.org`);
  for (const to of addresses) {
    await db.transaction((trx) =>
      notifications.send(trx, { template: 'already_registered', to, language: 'en', values: {} }),
    );
  }
  return addresses;
};

const arrived = () => new Set(mailbox.mails().map((mail) => mail.to));

const untilArrived = async (addresses: string[], seconds: number): Promise<void> => {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; ) {
    const there = arrived();
    if (addresses.every((address) => there.has(address))) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const there = arrived();
  expect(
    addresses.filter((address) => !there.has(address)),
    'mails that never arrived',
  ).toEqual([]);
};

it('loses no mail when Redis is killed and comes back empty', async () => {
  await startOwnRedis();
  startWorker();
  const before = await promise(5);
  await untilArrived(before, 20);

  const atTheKill = await promise(150);
  await endChild(redis?.process as ChildProcess, 'SIGKILL');
  const sentWhileAway = arrived().size;
  const whileAway = await promise(20); // a change needs no Redis
  await startOwnRedis();
  await untilArrived([...atTheKill, ...whileAway], 60);
  expect(sentWhileAway, 'Redis was killed before the worker was done').toBeLessThan(155);
}, 120_000);

it('loses no mail when a worker is killed in the middle of its work', async () => {
  const addresses = await promise(300);
  const [worker] = workers;
  while (arrived().size < 200) await new Promise((resolve) => setTimeout(resolve, 5));
  await endChild(worker as ChildProcess, 'SIGKILL');
  const sent = arrived();
  expect(
    addresses.some((address) => !sent.has(address)),
    'the worker was killed before it was done',
  ).toBe(true);

  startWorker();
  await untilArrived(addresses, 60);
  // The outbox learns of each in the end, so that nothing is sent over and over.
  const open = () => db('platform.outbox').whereNull('done_at');
  for (let tries = 0; tries < 200 && (await open()).length > 0; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(await open()).toEqual([]);
  expect(mailbox.mails().length).toBeLessThan(arrived().size + 20); // at most what was under way came twice
}, 120_000);
