import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '#src/platform/queue.ts';
import type { Accounts } from './contract/index.ts';

/** Tells all other admins of a new one. When the last try has failed, an admin sees it among the failed jobs. */
export const tellOfAdmin = defineJob({
  name: 'accounts.tell-of-admin',
  payload: z.strictObject({ userId: z.int(), actorId: z.int().nullable() }),
  attempts: 6,
  backoffMs: 2_000,
});

export const accountJobs = (accounts: Pick<Accounts, 'tellOfAdmin'>): JobHandler[] => [
  handleJob(tellOfAdmin, { handle: (of) => accounts.tellOfAdmin(of) }),
];
