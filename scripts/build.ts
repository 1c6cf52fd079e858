import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = path.resolve(import.meta.dirname, '..');
const stamp = path.join(root, 'dist/.built');
const lockFile = path.join(root, '.data/building');
const sources = ['src', 'modules', 'renderer', 'pages', 'public', 'vite.config.ts', 'package-lock.json'];

function newest(file: string): number {
  if (/\.test\.tsx?$/.test(file)) return 0;
  const stat = fs.statSync(file);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...fs.readdirSync(file).map((name) => newest(path.join(file, name))));
}

/** Builds the pages, unless nothing has changed since the last time. Of several who ask at once, one builds. */
export async function buildIfNeeded(): Promise<'built' | 'kept'> {
  while (!lock()) await sleep(100);
  try {
    return await build();
  } finally {
    fs.rmSync(lockFile, { force: true });
  }
}

/** True where nobody else builds; a builder that has died leaves its number behind. */
function lock(): boolean {
  try {
    fs.mkdirSync(path.dirname(lockFile), { recursive: true });
    fs.writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const builder = Number(fs.existsSync(lockFile) ? fs.readFileSync(lockFile, 'utf8') : 0);
    if (builder > 0 && !isAlive(builder)) fs.rmSync(lockFile, { force: true });
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function build(): Promise<'built' | 'kept'> {
  const changedAt = Math.max(...sources.map((source) => newest(path.join(root, source))));
  if (fs.existsSync(stamp) && fs.statSync(stamp).mtimeMs > changedAt) return 'kept';
  process.env.NODE_ENV = 'production';
  const vike = await import('vike/api');
  await vike.build({ viteConfig: { root, logLevel: 'error' } });
  fs.writeFileSync(stamp, '');
  return 'built';
}
