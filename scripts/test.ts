// `npm test`: everything that can be proved on this machine, ending with one line that counts it.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { requireChromium } from './chromium.ts';

const root = path.resolve(import.meta.dirname, '..');
const results = path.join(root, '.data/test');
const bin = path.join(root, 'node_modules/.bin');
const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, NO_COLOR: '1' };
let passed = 0;
let failed = 0;

fs.mkdirSync(results, { recursive: true });

/** Runs a tool whose exit code is its verdict, as one check. */
function check(name: string, command: string, args: string[]): void {
  const ok = run(name, command, args);
  if (ok) passed += 1;
  else failed += 1;
}

function run(name: string, command: string, args: string[]): boolean {
  const startedAt = performance.now();
  console.log(`\n--- ${name}`);
  const { status } = spawnSync(command, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  console.log(
    `--- ${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
  );
  return status === 0;
}

/** Runs a test runner and counts by its report. A runner that fails without counting a failure is one. */
function suite(name: string, command: string, args: string[], report: string, count: (json: Report) => Count): void {
  const file = path.join(results, report);
  fs.rmSync(file, { force: true });
  const ok = run(name, command, args);
  const counted = fs.existsSync(file) ? count(JSON.parse(fs.readFileSync(file, 'utf8'))) : { passed: 0, failed: 0 };
  passed += counted.passed;
  failed += !ok && counted.failed === 0 ? 1 : counted.failed;
}

interface Count {
  passed: number;
  failed: number;
}
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  stats: { expected: number; unexpected: number; flaky: number };
}

check('types', 'tsc', ['--noEmit']);
check('lint', 'biome', ['check', '--error-on-warnings', '.']);
check('import rules', 'depcruise', [
  '--config',
  '.dependency-cruiser.mjs',
  'src',
  'modules',
  'workers',
  'renderer',
  'pages',
]);
suite(
  'unit and route tests',
  'vitest',
  ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${path.join(results, 'unit.json')}`],
  'unit.json',
  (json) => ({ passed: json.numPassedTests, failed: json.numFailedTests }),
);
requireChromium();
suite('browser tests', 'playwright', ['test'], 'e2e.json', ({ stats }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
}));

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
