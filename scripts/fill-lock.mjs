// `npm i` leaves foreign platforms' optional binaries out of the lock file where the registry does not serve them, and
// `npm ci` then refuses the file (EUSAGE). Run `npm run lock` after each `npm i`: it adds the entries that are missing.
import fs from 'node:fs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(fs.readFileSync(file, 'utf8'));
const packages = lock.packages;
const known = new Set(Object.keys(packages).map((key) => key.slice(key.lastIndexOf('node_modules/'))));
let added = 0;

for (const entry of Object.values(packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`;
    if (known.has(key)) continue;
    const os =
      /(android|darwin|freebsd|openharmony|win32|windows|linux|wasm32|aix|sunos|netbsd|openbsd)/.exec(name)?.[1] ??
      'none';
    const cpu = /(arm64|x64|ia32|ppc64|riscv64|s390x|arm|wasm32)/.exec(name)?.[1] ?? 'none';
    packages[key] = {
      version: range.replace(/^[\^~]/, ''),
      cpu: [cpu],
      ...(/musl/.test(name) ? { libc: ['musl'] } : {}),
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
      os: [os === 'windows' ? 'win32' : os],
    };
    known.add(key);
    added++;
  }
}

lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} optional platform entries added`);
