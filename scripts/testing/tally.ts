import fs from 'node:fs';
import path from 'node:path';

export interface Failure {
  name: string;
  /** The command that runs it alone. */
  again: string;
  reason: string;
}

export interface Summary {
  passed: number;
  failed: number;
  failures: Failure[];
}

const folder = path.resolve(import.meta.dirname, '../../.data/test');
const fileOf = (runner: string) => path.join(folder, `${runner}.json`);
const everyMs = 10_000;

/** Counts what a test runner reports, says every few seconds how far it is, and leaves a summary for `npm test`. */
export class Tally {
  readonly #runner: string;
  readonly #summary: Summary = { passed: 0, failed: 0, failures: [] };
  #total = '';
  #saidAt = performance.now();

  constructor(runner: string) {
    this.#runner = runner;
  }

  /** Of what, in words that follow the count. */
  expect(total: string): void {
    this.#total = total;
  }

  pass(): void {
    this.#summary.passed += 1;
    this.#say();
  }

  fail(failure: Failure): void {
    this.#summary.failed += 1;
    this.#summary.failures.push(failure);
    console.log(`    failed: ${failure.name}`);
    this.#say();
  }

  end(): void {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(fileOf(this.#runner), JSON.stringify(this.#summary));
  }

  #say(): void {
    if (performance.now() - this.#saidAt < everyMs) return;
    this.#saidAt = performance.now();
    const { passed, failed } = this.#summary;
    console.log(`    ${this.#runner}: ${passed + failed} ${this.#total}${failed > 0 ? `, ${failed} failed` : ''}`);
  }
}

export function forgetSummary(runner: string): void {
  fs.rmSync(fileOf(runner), { force: true });
}

/** What the runner has left; undefined where it ended before it could. */
export function readSummary(runner: string): Summary | undefined {
  return fs.existsSync(fileOf(runner)) ? JSON.parse(fs.readFileSync(fileOf(runner), 'utf8')) : undefined;
}
