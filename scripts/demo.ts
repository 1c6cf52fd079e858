// `npm run demo`: the product on this machine, with topics, voters and a mailbox to read codes in.
import fs from 'node:fs';
import path from 'node:path';
import { startStack } from './stack.ts';

const folder = path.resolve(import.meta.dirname, '../.data/demo');
const factsFile = `${folder}.json`;
const unknown = process.argv.slice(2).filter((argument) => argument !== '--reset');
if (unknown.length > 0) fail(`Unknown: ${unknown.join(' ')}. The demo knows only --reset.`);

let stopRequested = false;
process.on('SIGINT', () => {
  stopRequested = true;
});
process.on('SIGTERM', () => {
  stopRequested = true;
});

const startedAt = performance.now();
const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1).padStart(5);
try {
  const stack = await startStack({
    folder,
    port: portFrom('PORT', 3000),
    sandboxPort: portFrom('SANDBOX_PORT', 3001),
    reset: process.argv.includes('--reset'),
    say: (step) => console.log(`${seconds()} s  ${step}`),
  });
  const { web, sandbox, databaseUrl, redisUrl, logins } = stack;
  fs.writeFileSync(factsFile, `${JSON.stringify({ web, sandbox, databaseUrl, redisUrl, logins }, null, 2)}\n`);
  console.log(`
Podium is running:

  the site            ${web}
  mails and SMS       ${sandbox}
  log in as voter     ${logins.voter.email}  ${logins.voter.password}
  log in as admin     ${logins.admin.email}  ${logins.admin.password}

Logs lie in .data/demo. Ctrl-C stops everything; the data stays (npm run demo -- --reset starts over).
`);
  const ended = await Promise.race([stack.failed, requestToStop()]);
  console.log(ended ? `\n${ended} has ended by itself: see .data/demo/${ended}.log. Stopping ...` : '\nStopping ...');
  await stack.stop();
  fs.rmSync(factsFile, { force: true });
  console.log('Stopped.');
  process.exit(ended ? 1 : 0);
} catch (error) {
  fail((error as Error).message);
}

async function requestToStop(): Promise<null> {
  while (!stopRequested) await new Promise((resolve) => setTimeout(resolve, 100));
  return null;
}

function portFrom(name: string, fallback: number): number {
  const port = Number(process.env[name] ?? fallback);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) fail(`${name} is not a port: ${process.env[name]}`);
  return port;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
