import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { Tally } from './tally.ts';

/** Reports unit and route tests to `npm test`. */
export default class VitestReporter implements Reporter {
  readonly #tally = new Tally('vitest');
  #files = 0;
  #collected = 0;

  onTestRunStart(files: readonly unknown[]): void {
    this.#files = files.length;
  }

  onTestModuleCollected(): void {
    this.#collected += 1;
    this.#tally.expect(`tests, in ${this.#collected} of ${this.#files} files`);
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === 'passed') this.#tally.pass();
    if (state !== 'failed') return;
    const { project, relativeModuleId: file } = test.module;
    const name = test.fullName;
    this.#tally.fail({
      name: `${file} › ${name}`,
      again: `npm run test:${project.name} -- ${file} -t ${quoted(name)}`,
      reason: errors?.map(reasonOf).join('\n') ?? '',
    });
  }

  /** What failed outside of tests: in files that cannot be loaded, in hooks, or later. */
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    for (const module of modules) {
      const again = `npm run test:${module.project.name} -- ${module.relativeModuleId}`;
      for (const error of [module, ...module.children.allSuites()].flatMap((part) => part.errors())) {
        this.#tally.fail({ name: module.relativeModuleId, again, reason: reasonOf(error) });
      }
    }
    for (const error of unhandled) {
      this.#tally.fail({ name: 'an error that no test caught', again: 'npm run test:routes', reason: reasonOf(error) });
    }
    this.#tally.end();
  }
}

/** A name as the shell hands it over, and as the pattern that `-t` takes. */
const quoted = (name: string): string => `'${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "'\\''")}'`;

function reasonOf(error: unknown): string {
  const { message, stack, diff } = error as { message?: string; stack?: string; diff?: string };
  const [place] = /\S*\/(?:src|modules|workers|renderer|pages|seeds|sandbox|scripts|tests)\/\S+:\d+:\d+/.exec(
    stack ?? '',
  ) ?? [''];
  return [message, diff, place].filter(Boolean).join('\n');
}
