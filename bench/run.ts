// `npm run bench`: measures this checkout on this machine, prints a table, and fails where a ratio is below its floor.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { buildIfNeeded } from '#scripts/build.ts';
import { noProviders } from '#scripts/no-providers.ts';
import { startPostgres, startRedis } from '#scripts/services.ts';
import { seed } from '#seeds/seed.ts';
import { createDb } from '#src/platform/db.ts';
import { migrate } from '#src/platform/migrations.ts';
import { adminTables } from './admin-tables.ts';
import { freeBallots } from './ballots.ts';
import { finalization } from './finalization.ts';
import { keptHome, renderedHome } from './home.ts';
import { lighthouseScores } from './lighthouse.ts';
import { type Bench, type Measurement, passes, type Row } from './measurement.ts';
import { purchases } from './purchases.ts';
import { results } from './results.ts';
import { scriptSizes } from './scripts-size.ts';
import { type Server, startServer } from './servers.ts';
import { tableOf } from './table.ts';

/** In this order: the last two each leave a million ballots in the database. */
const measurements: Record<string, Measurement> = {
  scriptSizes,
  lighthouseScores,
  keptHome,
  renderedHome,
  freeBallots,
  purchases,
  adminTables,
  finalization,
  results,
};

const folder = path.resolve(import.meta.dirname, '../.data/bench');
const startedAt = performance.now();
const say = (step: string) =>
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s  ${step}`);
const running: { stop(): Promise<void> }[] = [];
const stopAll = async (): Promise<void> => {
  while (running.length > 0) await running.pop()?.stop();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stopAll().finally(() => process.exit(130)));
}

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in measurements));
if (unknown.length > 0) fail(`Unknown: ${unknown.join(' ')}. There are ${Object.keys(measurements).join(', ')}.`);

try {
  const bench = await prepare();
  const rows: Row[] = [];
  for (const [name, measure] of Object.entries(measurements)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    say(`Measuring ${name}`);
    rows.push(...(await measure(bench)));
  }
  console.log(`\n${tableOf(rows)}\n`);
  const missed = rows.filter((row) => !passes(row));
  for (const { what } of missed) console.log(`Missed: ${what}`);
  say(missed.length > 0 ? `${missed.length} not as good as they must be` : 'All as good as they must be');
  process.exitCode = missed.length > 0 ? 1 : 0;
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await stopAll();
}

async function prepare(): Promise<Bench> {
  // Its own services always: it fills the database, and no other one's load may disturb the figures.
  delete process.env.DATABASE_URL;
  delete process.env.REDIS_URL;
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 });
  say('Starting PostgreSQL and Redis');
  // As in production, an insert waits for the disk: on both sides of every ratio.
  const postgres = await startPostgres({ folder: path.join(folder, 'postgres') });
  running.push(postgres);
  const redis = await startRedis({ folder: path.join(folder, 'redis'), volatile: true });
  running.push(redis);

  say('Preparing the database');
  const databaseUrl = await freshDatabase(postgres.url);
  const password = randomBytes(9).toString('base64url');
  const db = createDb(databaseUrl, 4);
  await migrate(db);
  await seed(db, {
    admin: { email: 'admin@podium.example', password },
    voter: { email: 'voter@podium.example', password },
  });
  await db.raw('analyze');
  await db.destroy();
  say('Building the pages');
  await buildIfNeeded();

  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    APP_SECRET: randomBytes(32).toString('base64url'),
    ...noProviders,
    LOG_LEVEL: 'warn',
    REQUESTS_PER_MINUTE: '1000000000', // all load comes from one address
  };
  const start: Bench['start'] = async (script, { extra = {}, readyPath = '/' } = {}): Promise<Server> => {
    const log = path.join(folder, `${path.basename(script, '.ts')}.log`);
    const server = await startServer(script, { env: { ...env, ...extra }, log, readyPath });
    running.push(server);
    return server;
  };
  return { web: await start('src/server.ts', { readyPath: '/readyz' }), env, start, folder };
}

/** The seeds' dates count from now, so a database of an earlier run would show other pages. */
async function freshDatabase(url: string): Promise<string> {
  const db = createDb(url, 1);
  await db.raw('drop database if exists bench with (force)');
  await db.raw('create database bench');
  await db.destroy();
  return url.replace(/\/podium$/, '/bench');
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
