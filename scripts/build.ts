import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const stamp = path.join(root, 'dist/.built');
const sources = ['src', 'modules', 'renderer', 'pages', 'public', 'vite.config.ts', 'package-lock.json'];

function newest(file: string): number {
  if (/\.test\.tsx?$/.test(file)) return 0;
  const stat = fs.statSync(file);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...fs.readdirSync(file).map((name) => newest(path.join(file, name))));
}

/** Builds the pages, unless nothing has changed since the last time. */
export async function buildIfNeeded(): Promise<'built' | 'kept'> {
  const changedAt = Math.max(...sources.map((source) => newest(path.join(root, source))));
  if (fs.existsSync(stamp) && fs.statSync(stamp).mtimeMs > changedAt) return 'kept';
  process.env.NODE_ENV = 'production';
  const { build } = await import('vike/api');
  await build({ viteConfig: { root, logLevel: 'error' } });
  fs.writeFileSync(stamp, '');
  return 'built';
}
