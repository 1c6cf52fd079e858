import { randomUUID } from 'node:crypto';
import { afterAll, inject } from 'vitest';
import { createDb, type Db } from '../../src/platform/db.ts';
import { urlOf } from './global-setup.ts';

/** A migrated database of the test file's own, gone when the file is done. Call it at the top of the file. */
export async function testDatabase({ poolMax = 10 } = {}): Promise<{ db: Db; url: string }> {
  const name = `podium_test_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const server = createDb(inject('databaseUrl'), 1);
  await server.raw('create database ?? template ??', [name, inject('template')]);
  const url = urlOf(inject('databaseUrl'), name);
  const db = createDb(url, poolMax);
  afterAll(async () => {
    await db.destroy();
    await server.raw('drop database if exists ?? with (force)', [name]);
    await server.destroy();
  });
  return { db, url };
}
