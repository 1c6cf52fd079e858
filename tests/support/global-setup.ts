import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres, startRedis } from '#scripts/services.ts';
import { createDb } from '#src/platform/db.ts';
import { migrate } from '#src/platform/migrations.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
    template: string;
    redisUrl: string;
  }
}

/** Real services for all tests, and one migrated database that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = path.resolve(import.meta.dirname, '../../.data/test');
  const postgres = await startPostgres({ folder: path.join(folder, 'postgres'), volatile: true });
  const redis = await startRedis({ folder: path.join(folder, 'redis'), volatile: true });
  const server = createDb(postgres.url, 1);
  // What a run that was killed has left. Where the server was running already, another run may be using it.
  const { rows: left } = await server.raw<{ rows: { datname: string }[] }>(
    "select datname from pg_database where datname like 'podium_test_%'",
  );
  const stale = postgres.found ? [] : left;
  for (const { datname } of stale) await server.raw('drop database if exists ?? with (force)', [datname]);
  const template = `podium_test_template_${randomUUID().slice(0, 8)}`;
  await server.raw('create database ??', [template]);
  const db = createDb(urlOf(postgres.url, template), 1);
  await migrate(db);
  await db.destroy();
  project.provide('databaseUrl', postgres.url);
  project.provide('template', template);
  project.provide('redisUrl', redis.url);
  return async () => {
    await server.raw('drop database if exists ?? with (force)', [template]);
    await server.destroy();
    await redis.stop();
    if (!postgres.found) await postgres.stop();
  };
}

/** The address of another database on the same server. */
export function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
