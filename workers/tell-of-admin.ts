import { tellOfAdmin } from '#modules/accounts/jobs.ts';
import type { Composition } from '#src/compose.ts';
import type { JobHandler } from '#src/platform/queue.ts';

export const tellAdminsOfAdmin = ({
  modules,
}: Composition): JobHandler<{ userId: number; actorId: number | null }> => ({
  job: tellOfAdmin,
  concurrency: 1,
  handle: (of) => modules.accounts.tellOfAdmin(of),
  async onExhausted() {
    // It stays among the failed jobs, where an admin sees it and tries it again.
  },
});
