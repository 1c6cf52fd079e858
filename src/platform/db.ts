import knexLib, { type Knex } from 'knex';
import pg from 'pg';

/** A connection pool or a transaction: a service works on either. */
export type Db = Knex;

// int8 (counts, ballot numbers) stays far below 2^53 here, so it is read as a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export function createDb(url: string, poolMax: number): Db {
  return knexLib({
    client: 'pg',
    connection: { connectionString: url, application_name: 'podium' },
    pool: { min: 0, max: poolMax },
    acquireConnectionTimeout: 10_000,
  });
}

/** True when `error` is PostgreSQL's refusal by the named unique constraint or index. */
export function violates(error: unknown, constraint: string): boolean {
  const refusal = error as { code?: string; constraint?: string };
  return refusal.code === '23505' && refusal.constraint === constraint;
}
