import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { Tally } from './tally.ts';

/** Reports browser tests to `npm test`. */
export default class PlaywrightReporter implements Reporter {
  readonly #tally = new Tally('playwright');

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#tally.expect(`of ${suite.allTests().length} tests`);
  }

  onTestEnd(test: TestCase, { status, errors, attachments }: TestResult): void {
    if (status === test.expectedStatus) {
      this.#tally.pass();
      return;
    }
    const place = `${path.relative(process.cwd(), test.location.file)}:${test.location.line}`;
    const [, , , ...titles] = test.titlePath();
    const pictures = attachments.flatMap((attachment) => attachment.path ?? []);
    this.#tally.fail({
      name: `${place} › ${titles.join(' › ')}`,
      again: `npm run test:e2e -- ${place}`,
      reason: [...errors.map(reasonOf), ...pictures.map((file) => path.relative(process.cwd(), file))].join('\n'),
    });
  }

  /** What failed outside of tests, as the start of the product does. */
  onError(error: TestError): void {
    this.#tally.fail({ name: 'the browser tests', again: 'npm run test:e2e', reason: reasonOf(error) });
  }

  onEnd(): void {
    this.#tally.end();
  }

  printsToStdio(): boolean {
    return true;
  }
}

function reasonOf({ message, value, location, snippet }: TestError): string {
  const place = location && `${path.relative(process.cwd(), location.file)}:${location.line}`;
  return stripVTControlCharacters([message ?? value, snippet, place].filter(Boolean).join('\n'));
}
