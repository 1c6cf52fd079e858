import { buildExport } from '#modules/accounts/jobs.ts';
import type { Composition } from '#src/compose.ts';
import type { JobHandler } from '#src/platform/queue.ts';

export const buildExports = ({ modules }: Composition): JobHandler<{ actionId: number }> => ({
  job: buildExport,
  concurrency: 2,
  handle: ({ actionId }) => modules.accounts.buildExport(actionId),
  onExhausted: ({ actionId }) => modules.accounts.failExport(actionId),
});
