import { setImmediate } from 'node:timers/promises';
import { fairly } from '../platform/fair.ts';
import { AppError } from '../shared/errors.ts';
import type { RenderPage } from './kept-pages.ts';

/** What a visitor is told to wait when the queue is full. */
const retrySeconds = 5;

/**
 * Renders a few pages at once: what they wait for is the database. The next ones take turns with everything else that the
 * process does, and networks with each other, so that one that asks for many waits for those alone. Where too many wait
 * already, of one network or in all, `overloaded` is thrown.
 */
export function boundedRenders(
  render: RenderPage,
  { atOnce = 4, waiting = 200, waitingOfNetwork = 40 } = {},
): RenderPage {
  const turns = fairly(atOnce);
  const asked = new Map<string, number>();
  let all = 0;
  const count = (network: string, by: 1 | -1) => {
    const own = (asked.get(network) ?? 0) + by;
    if (own > 0) asked.set(network, own);
    else asked.delete(network);
    all += by;
  };
  return async (page) => {
    const { network } = page;
    if (all >= waiting + atOnce || (asked.get(network) ?? 0) > waitingOfNetwork) {
      throw new AppError('overloaded', { retryAfter: retrySeconds });
    }
    count(network, 1);
    try {
      return await turns(network, async () => {
        await setImmediate(); // calls that came in during the last render are answered first
        return render(page);
      });
    } finally {
      count(network, -1);
    }
  };
}
