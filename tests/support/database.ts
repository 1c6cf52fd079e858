import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { afterAll, inject } from 'vitest';
import { createDb, type Db } from '#src/platform/db.ts';
import { urlOf } from './global-setup.ts';

/**
 * A migrated database of the test file's own, gone when the file is done. Call it at the top of the file. It has one
 * connection, as if all others were taken; who races asks for more. Either way a query inside a transaction that asks for a
 * connection of its own fails: enough of them at once, and every request waits for all others.
 */
export async function testDatabase({ poolMax = 1 } = {}): Promise<{ db: Db; url: string }> {
  const name = `podium_test_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const server = createDb(inject('databaseUrl'), 1);
  await server.raw('create database ?? template ??', [name, inject('template')]);
  const url = urlOf(inject('databaseUrl'), name);
  const db = oneConnectionEach(createDb(url, poolMax));
  // A disk that others keep busy may hold a statement up for longer than a visitor would wait.
  Object.assign(db.client.pool, { acquireTimeoutMillis: 25_000 });
  afterAll(async () => {
    await db.destroy();
    await server.raw('drop database if exists ?? with (force)', [name]);
    await server.destroy();
  });
  return { db, url };
}

const inTransaction = new AsyncLocalStorage<true>();

/** What somebody else does while a test holds a transaction open. */
export const meanwhile = <T>(work: () => T): T => inTransaction.exit(work);

/** Refuses a second connection to whatever runs inside a transaction. */
function oneConnectionEach(db: Db): Db {
  const acquire = db.client.acquireConnection.bind(db.client);
  db.client.acquireConnection = async () => {
    if (inTransaction.getStore()) {
      throw new Error('a query inside a transaction asks for another connection: hand it the transaction');
    }
    return acquire();
  };
  const transaction = db.client.transaction.bind(db.client);
  db.client.transaction = (work: (trx: Db) => unknown, ...options: unknown[]) =>
    transaction((trx: Db) => inTransaction.run(true, () => work(trx)), ...options);
  return db;
}
