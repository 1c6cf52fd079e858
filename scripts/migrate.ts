// The release step: brings the database of DATABASE_URL to this release's schema.
import { createDb } from '#src/platform/db.ts';
import { migrate } from '#src/platform/migrations.ts';

const url = process.env.DATABASE_URL;
if (!url) {
  console.error('DATABASE_URL is missing.');
  process.exit(1);
}
const db = createDb(url, 1);
const ran = await migrate(db);
console.log(ran.length === 0 ? 'The schema is up to date.' : `Ran ${ran.length} migrations.`);
await db.destroy();
