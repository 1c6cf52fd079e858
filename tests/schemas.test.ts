import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';

/* Each module has a schema of its own, and its code names the tables of no other. */

const root = path.resolve(import.meta.dirname, '..');
const { db } = await testDatabase();

it('no module names the tables of another', async () => {
  const tables = await db('information_schema.tables')
    .whereNotIn('table_schema', ['information_schema', 'pg_catalog', 'public'])
    .select<{ schema: string; name: string }[]>('table_schema as schema', 'table_name as name');
  expect(new Set(tables.map(({ schema }) => schema)).size).toBeGreaterThan(7);
  const crossing = globSync('modules/*/**/*.ts', { cwd: root, exclude: (file) => file.endsWith('.test.ts') }).flatMap(
    (file) => {
      const source = readFileSync(path.join(root, file), 'utf8');
      const own = file.split(path.sep)[1];
      return tables
        .filter(({ schema, name }) => schema !== own && new RegExp(`\\b${schema}\\.${name}\\b(?![(<])`).test(source))
        .map(({ schema, name }) => `${file}: ${schema}.${name}`);
    },
  );
  expect(crossing).toEqual([]);
});
