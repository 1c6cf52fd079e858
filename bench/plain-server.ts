// Baseline of rendered pages: plain Express that asks for the topics and renders the same React tree for every request.
import { readFileSync } from 'node:fs';
import express from 'express';
import { onlyIn } from '#modules/voting/rules/localize.ts';
import { compose } from '#src/compose.ts';
import { loadTexts } from '#src/i18n/server.ts';
import { createDb } from '#src/platform/db.ts';
import { readEnv } from '#src/platform/env.ts';
import { noLive } from '#src/platform/live.ts';
import { createProviders } from '#src/platform/providers.ts';
import { createSecrets } from '#src/platform/secrets.ts';

const env = readEnv();
const texts = await loadTexts();
const { modules } = compose({
  live: noLive,
  db: createDb(env.DATABASE_URL, env.DATABASE_POOL),
  secrets: createSecrets(env.APP_SECRET),
  ...createProviders(env),
  texts,
  publicUrl: env.PUBLIC_URL,
});
const { renderHome } = (await import(process.env.BENCH_ENTRY as string)) as typeof import('./entry.tsx');
// What stands around the page in the product's own document: both send the same bytes.
const { head, tail } = JSON.parse(readFileSync(process.env.BENCH_SHELL as string, 'utf8'));

const app = express();
app.get('/', async (_req, res) => {
  const home = await modules.site.home();
  const topics = home.topics.map((topic) => onlyIn(topic, 'en'));
  const page = renderHome({ '/api/topics/home': { ...home, topics } }, texts);
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  res.end(head + page + tail);
});
app.listen(env.PORT, env.HOST);
process.once('SIGTERM', () => process.exit()); // in order, so that --cpu-prof can write its file
