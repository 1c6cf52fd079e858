// The product's finalizer as a process of its own: POST a topic's number, and it is finalized. Answers with the time and
// the memory that it took at its most.
import http from 'node:http';
import { compose } from '#src/compose.ts';
import { loadTexts } from '#src/i18n/server.ts';
import { createDb } from '#src/platform/db.ts';
import { readEnv } from '#src/platform/env.ts';
import { noLive } from '#src/platform/live.ts';
import { createProviders } from '#src/platform/providers.ts';
import { createSecrets } from '#src/platform/secrets.ts';

const env = readEnv();
const { prizes } = compose({
  live: noLive,
  ...createProviders(env),
  db: createDb(env.DATABASE_URL, 4),
  secrets: createSecrets(env.APP_SECRET),
  texts: await loadTexts(),
  publicUrl: env.PUBLIC_URL,
}).modules;

async function finalize(topicId: number): Promise<{ seconds: number; grownBytes: number }> {
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 50);
  const startedAt = performance.now();
  await prizes.finalize(topicId);
  const seconds = (performance.now() - startedAt) / 1_000;
  clearInterval(watch);
  return { seconds, grownBytes: peak - before };
}

http
  .createServer(async (req, res) => {
    if (req.method !== 'POST') return void res.end();
    const body = await Array.fromAsync(req);
    res.end(JSON.stringify(await finalize(Number(Buffer.concat(body).toString()))));
  })
  .listen(env.PORT, '127.0.0.1');
