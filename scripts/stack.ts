// The whole product on one machine: services, schema, seeds, build, sandbox, web, worker. For the demo and browser tests.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { sandboxFiles } from '#sandbox/files.ts';
import { openBooks } from '#sandbox/stripe/books.ts';
import { seed } from '#seeds/seed.ts';
import { createDb } from '#src/platform/db.ts';
import { migrate } from '#src/platform/migrations.ts';
import { buildIfNeeded } from './build.ts';
import { endChild, freePort, type Service, startPostgres, startRedis } from './services.ts';

const root = path.resolve(import.meta.dirname, '..');

export interface Login {
  email: string;
  password: string;
}

export interface StackFacts {
  web: string;
  sandbox: string;
  databaseUrl: string;
  redisUrl: string;
  /** Signs the sessions' cookies. */
  appSecret: string;
  logins: { admin: Login; voter: Login };
}

export interface Stack extends StackFacts {
  /** Resolves with the name of the first process that ends by itself. */
  failed: Promise<string>;
  stop(): Promise<void>;
}

export interface StackOptions {
  /** Where data and logs lie. */
  folder: string;
  port: number;
  sandboxPort: number;
  /** Starts over with empty databases. */
  reset: boolean;
  volatile?: boolean;
  logLevel?: string;
  say(step: string): void;
}

export async function startStack(options: StackOptions): Promise<Stack> {
  const { folder, port, sandboxPort, say } = options;
  const pidFile = path.join(folder, 'processes.json');
  await endLeftovers(pidFile);
  await requireFree(port, 'PORT');
  await requireFree(sandboxPort, 'SANDBOX_PORT');
  if (options.reset) fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 });
  const secrets = keptSecrets(path.join(folder, 'secrets.json'));
  const running: { name: string; stop(): Promise<void> }[] = [];
  const pids: number[] = [];
  const remember = (child: ChildProcess | undefined): void => {
    if (child?.pid) pids.push(child.pid);
    fs.writeFileSync(pidFile, JSON.stringify({ starter: process.pid, started: pids }));
  };
  const stop = async (): Promise<void> => {
    while (running.length > 0) await running.pop()?.stop();
  };

  try {
    say('Starting PostgreSQL and Redis');
    const service = async (name: string, start: Promise<Service>): Promise<string> => {
      const started = await start;
      running.push({ name, stop: started.stop });
      remember(started.process);
      return started.url;
    };
    const { volatile = false } = options;
    const databaseUrl = await service('PostgreSQL', startPostgres({ folder: path.join(folder, 'postgres'), volatile }));
    const redisUrl = await service('Redis', startRedis({ folder: path.join(folder, 'redis'), volatile }));

    const logins = {
      admin: { email: 'admin@podium.example', password: secrets.adminPassword },
      voter: { email: 'voter@podium.example', password: secrets.voterPassword },
    };
    say('Preparing the database');
    const db = createDb(databaseUrl, 4);
    if (options.reset && process.env.DATABASE_URL) await db.migrate.rollback(migrationsOf(), true);
    await migrate(db);
    const stripeFile = path.join(folder, 'stripe.json');
    const web = `http://localhost:${port}`;
    const books = await openBooks(stripeFile, () => {});
    const seeded = await seed(db, logins, { books, site: new URL(web).host });
    await books.close();
    await db.destroy();
    if (seeded.topics > 0) say(`Seeded ${seeded.topics} topics and ${seeded.ballots} ballots`);

    say('Building the pages');
    if ((await buildIfNeeded()) === 'kept') say('The build is up to date');

    const smtpPort = await freePort();
    const filesPort = await freePort();
    const sandbox = `http://localhost:${sandboxPort}`;
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      PORT: String(port),
      PUBLIC_URL: web,
      APP_SECRET: secrets.appSecret,
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      MAIL_FROM: 'Podium <hello@podium.example>',
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: randomBytes(16).toString('hex'),
      TWILIO_FROM: '+15005550006',
      TWILIO_API_URL: sandbox,
      S3_BUCKET: sandboxFiles.bucket,
      S3_ACCESS_KEY_ID: sandboxFiles.accessKeyId,
      S3_SECRET_ACCESS_KEY: sandboxFiles.secretAccessKey,
      S3_ENDPOINT: `http://127.0.0.1:${filesPort}`,
      SANDBOX_FILES_PORT: String(filesPort),
      SANDBOX_FILES: path.join(folder, 'files'),
      STRIPE_SECRET_KEY: secrets.stripeSecretKey,
      STRIPE_PUBLISHABLE_KEY: secrets.stripePublishableKey,
      STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
      STRIPE_API_URL: sandbox,
      STRIPE_JS_URL: `${sandbox}/stripe/stripe.js`,
      STRIPE_DASHBOARD_URL: sandbox,
      SANDBOX_STRIPE_FILE: stripeFile,
      SANDBOX_WEBHOOK_URL: `${web}/api/webhooks/stripe`,
      LOG_LEVEL: options.logLevel ?? 'info',
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(smtpPort),
    };
    const failures: Promise<string>[] = [];
    const run = (name: string, script: string): void => {
      const log = fs.openSync(path.join(folder, `${name}.log`), 'a');
      const child: ChildProcess = spawn(process.execPath, [path.join(root, script)], {
        cwd: root,
        env,
        stdio: ['ignore', log, log],
        detached: true, // a Ctrl-C in the terminal is for us: we stop them in order
      });
      remember(child);
      failures.push(new Promise((resolve) => child.once('exit', () => resolve(name))));
      running.push({ name, stop: () => endChild(child, 'SIGTERM') });
    };
    say('Starting sandbox, web and worker');
    run('sandbox', 'sandbox/main.ts');
    run('worker', 'workers/run-worker.ts');
    run('web', 'src/server.ts');
    const failed = Promise.race(failures);
    await Promise.race([
      Promise.all([answersOk(`${web}/readyz`), answersOk(`${sandbox}/api/mails`)]),
      failed.then((name) => {
        throw new Error(`${name} did not start; see ${path.relative(root, path.join(folder, `${name}.log`))}`);
      }),
    ]);
    return { web, sandbox, databaseUrl, redisUrl, appSecret: secrets.appSecret, logins, failed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Ends processes of an earlier start that was killed before it could: those of its list that still run from here. */
async function endLeftovers(pidFile: string): Promise<void> {
  if (!fs.existsSync(pidFile)) return;
  const { starter, started } = JSON.parse(fs.readFileSync(pidFile, 'utf8')) as { starter: number; started: number[] };
  if (commandOf(starter).includes(root))
    throw new Error('It is running already from this folder; stop that one first.');
  const ours = started.filter((pid) => commandOf(pid).includes(root));
  for (const pid of ours) process.kill(pid, 'SIGTERM');
  for (let tries = 0; tries < 100 && ours.some((pid) => commandOf(pid).includes(root)); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function commandOf(pid: number): string {
  if (fs.existsSync('/proc/self/cmdline')) {
    const file = `/proc/${pid}/cmdline`;
    return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  }
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
}

const migrationsOf = () => ({
  directory: path.join(root, 'migrations'),
  extension: 'ts',
  loadExtensions: ['.ts'],
});

interface Secrets {
  appSecret: string;
  adminPassword: string;
  voterPassword: string;
  stripeSecretKey: string;
  stripePublishableKey: string;
  stripeWebhookSecret: string;
}

function keptSecrets(file: string): Secrets {
  const kept = fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Partial<Secrets>) : {};
  const random = (bytes: number) => randomBytes(bytes).toString('base64url');
  const secrets: Secrets = {
    appSecret: random(32),
    adminPassword: random(9),
    voterPassword: random(9),
    stripeSecretKey: `sk_test_${randomBytes(24).toString('hex')}`,
    stripePublishableKey: `pk_test_${randomBytes(24).toString('hex')}`,
    stripeWebhookSecret: `whsec_${randomBytes(24).toString('hex')}`,
    ...kept, // a file of an older release lacks the newer ones
  };
  fs.writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
  return secrets;
}

async function requireFree(port: number, variable: string): Promise<void> {
  const server = net.createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE' ? new Error(`Port ${port} is taken: choose another by ${variable}=<port>.`) : error,
      ),
    );
    server.listen(port, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}

async function answersOk(address: string): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    const ok = await fetch(address).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${address} did not answer within a minute`);
}
