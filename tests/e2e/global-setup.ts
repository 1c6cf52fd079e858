import path from 'node:path';
import { freePort } from '../../scripts/services.ts';
import { startStack } from '../../scripts/stack.ts';

/** The product itself, built for production, on databases of its own: as the demo starts it. */
export default async function setup(): Promise<() => Promise<void>> {
  const stack = await startStack({
    folder: path.resolve(import.meta.dirname, '../../.data/test/e2e'),
    port: await freePort(),
    sandboxPort: await freePort(),
    reset: true,
    volatile: true,
    logLevel: 'warn',
    say: () => {},
  });
  const { web, sandbox, databaseUrl, redisUrl, logins } = stack;
  process.env.E2E = JSON.stringify({ web, sandbox, databaseUrl, redisUrl, logins });
  return stack.stop;
}
