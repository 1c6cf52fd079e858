import path from 'node:path';
import type { FullConfig } from '@playwright/test';
import { buildIfNeeded } from '#scripts/build.ts';
import { freePort } from '#scripts/services.ts';
import { type StackFacts, startStack } from '#scripts/stack.ts';

/** The product itself, built for production, once for each worker on databases of its own: as the demo starts it. */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  await buildIfNeeded();
  const start = async (worker: number) =>
    startStack({
      folder: path.resolve(import.meta.dirname, `../../.data/test/e2e-${worker}`),
      port: await freePort(),
      sandboxPort: await freePort(),
      reset: true,
      volatile: true,
      logLevel: 'warn',
      say: () => {},
    });
  const stacks = await Promise.all(Array.from({ length: workers }, (_, worker) => start(worker)));
  process.env.E2E = JSON.stringify(
    stacks.map(
      ({ web, sandbox, databaseUrl, redisUrl, appSecret, logins }): StackFacts => ({
        ...{ web, sandbox, databaseUrl, redisUrl, appSecret, logins },
      }),
    ),
  );
  return async () => {
    await Promise.all(stacks.map((stack) => stack.stop()));
  };
}
