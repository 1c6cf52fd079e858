import path from 'node:path';
import { expect, it } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { schemaOf } from '#tests/support/schema.ts';

const { db } = await testDatabase();

it('docs/schema.sql is what the migrations make (npm run schema writes it)', async () => {
  await expect(await schemaOf(db)).toMatchFileSnapshot(path.resolve(import.meta.dirname, '../docs/schema.sql'));
});
