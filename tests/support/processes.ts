import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { noProviders } from '#scripts/no-providers.ts';
import { endChild, freePort, startRedis } from '#scripts/services.ts';
import { createLogger } from '#src/platform/logger.ts';
import { createRedis } from '#src/platform/redis.ts';
import { createSecrets } from '#src/platform/secrets.ts';
import { sessionOf } from './session.ts';

/** Waits for something, and fails when it does not come. */
export async function until(what: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(3)) if (await what()) return;
  throw new Error('it never came to that');
}

/**
 * The product's processes as production has them, on a database and with a Redis of their own (they know no other prefix
 * than production's). All are gone when the file is done. Call it at the top of the file, on the built pages.
 */
export async function processesOn(databaseUrl: string) {
  const appSecret = 'a secret for tests alone, long enough';
  const folder = mkdtempSync(path.join(os.tmpdir(), 'podium-processes-'));
  const redisServer = await startRedis({ folder, volatile: true, port: await freePort() });
  const redis = createRedis(redisServer.url, createLogger('silent', 'test'), { answerFast: true });
  const children = new Set<ChildProcess>();
  afterAll(async () => {
    for (const child of children) await endChild(child, 'SIGKILL');
    await redis.quit();
    await redisServer.stop();
  });

  const start = (script: string, port: number): ChildProcess => {
    const child = spawn(process.execPath, [script], {
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: databaseUrl,
        REDIS_URL: redisServer.url,
        HOST: '127.0.0.1',
        PORT: String(port),
        PUBLIC_URL: 'http://podium.test',
        APP_SECRET: appSecret,
        ...noProviders,
        LOG_LEVEL: 'error',
      },
    });
    children.add(child);
    return child;
  };

  return {
    startWorker: () => start('workers/run-worker.ts', 0),
    /** Resolves when it takes requests, at its own port unless one is named. */
    async startWeb(port?: number): Promise<{ child: ChildProcess; address: string }> {
      const own = port ?? (await freePort());
      const address = `http://127.0.0.1:${own}`;
      const child = start('src/server.ts', own);
      await until(() =>
        fetch(`${address}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      );
      return { child, address };
    },
    cookieOf: (userId: number) => sessionOf({ redis, secrets: createSecrets(appSecret), prefix: 'podium:' }, userId),
  };
}
