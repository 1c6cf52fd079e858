// `npm test`: everything that can be proved on this machine. Ends with what failed and a line that counts.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireChromium } from './chromium.ts';
import { type Failure, forgetSummary, readSummary } from './testing/tally.ts';

const root = path.resolve(import.meta.dirname, '..');
const bin = path.join(root, 'node_modules/.bin');
const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, NO_COLOR: '1', FORCE_COLOR: undefined };
const startedAt = performance.now();
const failures: Failure[] = [];
let passed = 0;
let failed = 0;

const seconds = (from: number) => `${((performance.now() - from) / 1000).toFixed(0)} s`;
const say = (text: string) => console.log(`${seconds(startedAt).padStart(6)}  ${text}`);

/** Runs a command of this project; resolves with its exit code and, where nobody reads along, what it printed. */
function run(command: string[], { shown }: { shown: boolean }): Promise<{ code: number | null; output: string }> {
  const [program = '', ...args] = command;
  const child = spawn(path.join(bin, program), args, {
    cwd: root,
    env,
    stdio: ['ignore', shown ? 'inherit' : 'pipe', shown ? 'inherit' : 'pipe'],
  });
  let output = '';
  child.stdout?.on('data', (data) => (output += data));
  child.stderr?.on('data', (data) => (output += data));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}

/** A tool whose exit code is its verdict, as one check. */
async function check(name: string, script: string, command: string[]): Promise<void> {
  const from = performance.now();
  const { code, output } = await run(command, { shown: false });
  if (code === 0) passed += 1;
  else {
    failed += 1;
    failures.push({ name, again: `npm run ${script}`, reason: output.trim() });
  }
  say(`${name}: ${code === 0 ? 'fine' : 'failed'} (${seconds(from)})`);
}

/** A test runner, counted by what its reporter leaves. One that fails without counting a failure is a failure. */
async function suite(name: string, runner: string, command: string[]): Promise<void> {
  const from = performance.now();
  say(`${name} ...`);
  forgetSummary(runner);
  const { code } = await run(command, { shown: true });
  const summary = readSummary(runner) ?? { passed: 0, failed: 0, failures: [] };
  passed += summary.passed;
  failed += summary.failed;
  failures.push(...summary.failures);
  if (code !== 0 && summary.failed === 0) {
    failed += 1;
    failures.push({ name, again: command.join(' '), reason: `${runner} ended with code ${code}; see above.` });
  }
  say(`${name}: ${summary.passed} passed, ${summary.failed} failed (${seconds(from)})`);
}

say('Types, style and import rules ...');
await Promise.all([
  check('types', 'types', ['tsc', '--noEmit']),
  check('style', 'lint', ['biome', 'check', '--error-on-warnings', '.']),
  check(
    'import rules',
    'imports',
    'depcruise --config .dependency-cruiser.mjs src modules workers renderer pages scripts seeds bench'.split(' '),
  ),
]);
await suite('Unit and route tests', 'vitest', ['vitest', 'run', '--reporter=./scripts/testing/vitest-reporter.ts']);
requireChromium();
await suite('Browser tests', 'playwright', [
  'playwright',
  'test',
  '--reporter=./scripts/testing/playwright-reporter.ts',
]);

for (const { name, again, reason } of failures) {
  console.log(`\n✘ ${name}\n${reason.replace(/^/gm, '    ')}\n    Again: ${again}`);
}
console.log(`\n${passed} passed, ${failed} failed`);
await sleep(0); // lets a pipe take the last line
process.exit(failed === 0 ? 0 : 1);
