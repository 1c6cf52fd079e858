import pLimit, { type LimitFunction } from 'p-limit';

/**
 * Runs at most so many tasks at once, and of each owner one: owners take turns, so that somebody who brings many waits for
 * those alone.
 */
export function fairly(atOnce: number): <T>(owner: string | number, task: () => Promise<T>) => Promise<T> {
  const places = pLimit(atOnce);
  const queues = new Map<string | number, LimitFunction>();
  return async (owner, task) => {
    const queue = queues.get(owner) ?? pLimit(1);
    queues.set(owner, queue);
    try {
      return await queue(() => places(task));
    } finally {
      if (queue.activeCount + queue.pendingCount === 0) queues.delete(owner);
    }
  };
}
