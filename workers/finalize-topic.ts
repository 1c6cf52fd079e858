import { finalizeTopic } from '#modules/prizes/jobs.ts';
import type { Composition } from '#src/compose.ts';
import type { JobHandler } from '#src/platform/queue.ts';

export const finalizeTopics = ({ modules }: Composition): JobHandler<{ topicId: number }> => ({
  job: finalizeTopic,
  concurrency: 1,
  handle: ({ topicId }) => modules.prizes.finalize(topicId),
  async onExhausted() {
    // the sweep writes the next job down
  },
});
