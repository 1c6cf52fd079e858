import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import { AppError } from '../shared/errors.ts';
import type { RenderPage } from './kept-pages.ts';

/** Waiting longer than this queue takes (some seconds), people would have left. */
const retrySeconds = 5;

/**
 * Renders a few pages at once: what they wait for is the database. The next ones take turns with everything else that the
 * process does, and where too many wait already, `overloaded` is thrown.
 */
export function boundedRenders(render: RenderPage, { atOnce = 4, waiting = 200 } = {}): RenderPage {
  const turns = pLimit(atOnce);
  return (page) => {
    if (turns.pendingCount >= waiting) throw new AppError('overloaded', { retryAfter: retrySeconds });
    return turns(async () => {
      await setImmediate(); // calls that came in during the last render are answered first
      return render(page);
    });
  };
}
