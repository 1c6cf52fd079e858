import type { Db } from './db.ts';

/** Brings the schema to this release's state. Safe to call from several processes: knex locks. Returns what it ran. */
export async function migrate(db: Db): Promise<string[]> {
  const [, ran] = await db.migrate.latest({
    directory: new URL('../../migrations', import.meta.url).pathname,
    extension: 'ts',
    loadExtensions: ['.ts'],
  });
  return ran as string[];
}
