import type { Logger } from './logger.ts';

type Step = { name: string; run: () => Promise<unknown> | unknown };

/**
 * Ends a process in order: the steps run in the order in which they were added (first stop taking work, then close what
 * the work needs), each awaited, all within the deadline; a second signal ends at once.
 */
export function shutdownOnSignal(logger: Logger, steps: Step[], deadlineMs = 15_000): void {
  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) process.exit(1);
    stopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => {
      logger.error('the deadline for stopping has passed');
      process.exit(1);
    }, deadlineMs).unref();
    for (const step of steps) {
      try {
        await step.run();
      } catch (error) {
        logger.error({ err: error, step: step.name }, 'a step of stopping failed');
      }
    }
    logger.info('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal));
}
