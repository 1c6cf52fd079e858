import './platform/runtime.ts';
import { createApp } from './app.ts';
import { compose } from './compose.ts';
import { endEventStreams } from './http/event-streams.ts';
import { createPageRenderer } from './http/pages.ts';
import { loadTexts } from './i18n/server.ts';
import { createDb } from './platform/db.ts';
import { readEnv } from './platform/env.ts';
import { createQueueCounts } from './platform/job-health.ts';
import { createLive } from './platform/live.ts';
import { createLogger } from './platform/logger.ts';
import { createProviders } from './platform/providers.ts';
import { queuePrefix } from './platform/queue.ts';
import { createRedis } from './platform/redis.ts';
import { createSecrets } from './platform/secrets.ts';
import { shutdownOnSignal } from './platform/shutdown.ts';

const env = readEnv();
const logger = createLogger(env.LOG_LEVEL, 'web');
const db = createDb(env.DATABASE_URL, env.DATABASE_POOL);
const redis = createRedis(env.REDIS_URL, logger, { answerFast: true });
const secrets = createSecrets(env.APP_SECRET);
const providers = createProviders(env);
const texts = await loadTexts();
const live = createLive(redis, 'podium:live', logger);
const composition = compose({
  db,
  secrets,
  live,
  countQueue: createQueueCounts(redis, queuePrefix),
  ...providers,
  texts,
  publicUrl: env.PUBLIC_URL,
});
const app = createApp({
  db,
  redis,
  secrets,
  logger,
  texts,
  composition,
  publicUrl: env.PUBLIC_URL,
  cardFormUrl: env.STRIPE_JS_URL,
  trustProxy: env.TRUST_PROXY,
  redisPrefix: 'podium:',
  requestsPerMinute: env.REQUESTS_PER_MINUTE,
  pageCacheMs: env.PAGE_CACHE_MS,
  renderPages: await createPageRenderer(composition.modules, texts, logger, env.PUBLIC_URL),
});

const server = app.listen(env.PORT, env.HOST, (error?: Error) => {
  if (error) {
    logger.fatal({ err: error }, 'cannot listen');
    process.exit(1);
  }
  logger.info({ port: env.PORT, node: process.version }, 'listening');
});
server.keepAliveTimeout = 65_000; // longer than the proxies' in front, which otherwise meet closed connections

shutdownOnSignal(logger, [
  {
    name: 'server',
    run: () =>
      new Promise((resolve) => {
        server.close(resolve);
        endEventStreams();
        server.closeIdleConnections();
      }),
  },
  { name: 'mailer', run: () => providers.mailer.close() },
  { name: 'live', run: () => live.close() },
  { name: 'redis', run: () => redis.quit() },
  { name: 'database', run: () => db.destroy() },
]);
