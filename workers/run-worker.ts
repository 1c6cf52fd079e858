import '#src/platform/runtime.ts';
import { compose } from '#src/compose.ts';
import { loadTexts } from '#src/i18n/server.ts';
import { createDb } from '#src/platform/db.ts';
import { readEnv } from '#src/platform/env.ts';
import { createLive } from '#src/platform/live.ts';
import { createLogger } from '#src/platform/logger.ts';
import { startRelay } from '#src/platform/outbox.ts';
import { createProviders } from '#src/platform/providers.ts';
import { createQueue, queuePrefix as prefix, startWorker } from '#src/platform/queue.ts';
import { createRedis } from '#src/platform/redis.ts';
import { createSecrets } from '#src/platform/secrets.ts';
import { shutdownOnSignal } from '#src/platform/shutdown.ts';
import { startSweeper } from '#src/platform/sweeper.ts';

const env = readEnv();
const logger = createLogger(env.LOG_LEVEL, 'worker');
const db = createDb(env.DATABASE_URL, env.DATABASE_POOL);
const producer = createRedis(env.REDIS_URL, logger, { answerFast: true });
const consumer = createRedis(env.REDIS_URL, logger, { answerFast: false });
const providers = createProviders(env);
const composition = compose({
  db,
  secrets: createSecrets(env.APP_SECRET),
  ...providers,
  live: createLive(producer, 'podium:live', logger),
  texts: await loadTexts(),
  publicUrl: env.PUBLIC_URL,
});

// Without arguments a process does all kinds of work; with names of jobs it does those.
const roles = process.argv.slice(2);
const handlers = composition.jobs.filter(({ job }) => roles.length === 0 || roles.includes(job.name));
const queues = new Map(
  handlers.map(({ job }) => [job.name, { job, queue: createQueue(job.name, producer, prefix) }] as const),
);
const relay = startRelay(db, queues, logger, { staleSeconds: env.OUTBOX_STALE_SECONDS });
const sweeper = startSweeper(db, composition.sweeps, logger);
const workers = handlers.map((handler) => startWorker(handler, { db, redis: consumer, prefix, logger }));
logger.info({ jobs: handlers.map(({ job }) => job.name) }, 'working');

shutdownOnSignal(logger, [
  { name: 'relay', run: () => relay.stop() },
  { name: 'sweeper', run: () => sweeper.stop() },
  { name: 'workers', run: () => Promise.all(workers.map((worker) => worker.close())) },
  { name: 'queues', run: () => Promise.all([...queues.values()].map(({ queue }) => queue.close())) },
  { name: 'mailer', run: () => providers.mailer.close() },
  { name: 'redis', run: () => Promise.all([producer.quit(), consumer.quit()]) },
  { name: 'database', run: () => db.destroy() },
]);
