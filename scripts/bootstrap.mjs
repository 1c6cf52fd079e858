// The first step of every command, under whatever Node the machine has (20 or newer) and before anything is installed:
// installs what the lock file names, then hands over to the given .ts script under Node 24.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..');
const [script, ...args] = process.argv.slice(2);

const major = (version) => Number(/v?(\d+)/.exec(version)?.[1] ?? 0);
if (major(process.version) < 20) fail(`Node 20 or newer is needed; this is ${process.version}.`);

const lock = createHash('sha256')
  .update(fs.readFileSync(path.join(root, 'package-lock.json')))
  .digest('hex');
const stamp = path.join(root, 'node_modules/.podium-lock');
if (!fs.existsSync(stamp) || fs.readFileSync(stamp, 'utf8') !== lock) {
  console.log('Installing packages (about half a minute) ...');
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (npm.status !== 0) fail('npm ci failed.');
  fs.writeFileSync(stamp, lock);
}

// Linux gets Node 24 as a package; elsewhere the machine's own must be as new.
const packaged = path.join(root, 'node_modules/.bin/node');
const node = fs.existsSync(packaged) ? packaged : process.execPath;
if (node === process.execPath && major(process.version) < 24)
  fail(`Node 24 is needed on this system; this is ${process.version}.`);

const child = spawn(node, [path.join(root, script), ...args], { cwd: root, stdio: 'inherit' });
process.on('SIGINT', () => {}); // the terminal sends it to the child as well, which stops in order
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));

function fail(message) {
  console.error(message);
  process.exit(1);
}
