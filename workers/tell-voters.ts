import { tellVoters } from '#modules/prizes/jobs.ts';
import type { Composition } from '#src/compose.ts';
import type { JobHandler } from '#src/platform/queue.ts';

export const tellVotersOfResults = ({ modules }: Composition): JobHandler<{ topicId: number }> => ({
  job: tellVoters,
  concurrency: 1,
  handle: ({ topicId }) => modules.prizes.tellVoters(topicId),
  async onExhausted() {
    // whoever was not told finds the results on the site
  },
});
