import type { Db } from '#src/platform/db.ts';
import { type CountQueue, dismissJob, jobKinds, openJobs, retryJobs, sweepRuns } from '#src/platform/job-health.ts';
import { AppError } from '#src/shared/errors.ts';
import { pageFrom, tablePageSize } from '#src/shared/paging.ts';
import type { Admin } from '../contract/index.ts';

/** The work behind the pages: how much waits, what has failed, and once more. */
export function createJobs(
  db: Db,
  countQueue: CountQueue,
): Pick<Admin, 'jobHealth' | 'jobs' | 'retryJob' | 'retryJobs' | 'dismissJob'> {
  return {
    async jobHealth() {
      const [kinds, sweeps] = await Promise.all([jobKinds(db), sweepRuns(db)]);
      return {
        kinds: await Promise.all(
          kinds.map(async ({ oldestOpenAt, ...kind }) => ({
            ...kind,
            oldestOpenAt: oldestOpenAt?.toISOString() ?? null,
            queue: await countQueue(kind.job),
          })),
        ),
        sweeps: sweeps.map(({ name, last_run_at }) => ({ name, lastRunAt: last_run_at.toISOString() })),
      };
    },

    async jobs({ page, state, job }) {
      const offset = (page - 1) * tablePageSize;
      const { rows, total } = await openJobs(db, { state, job }, { limit: tablePageSize, offset });
      const items = rows.map(({ id, job: kind, payload, created_at, relayed_at, failed_at, last_error }) => ({
        ...{ id, job: kind, payload, lastError: last_error },
        createdAt: created_at.toISOString(),
        relayedAt: relayed_at?.toISOString() ?? null,
        failedAt: failed_at?.toISOString() ?? null,
      }));
      return pageFrom(items, total, page);
    },

    async retryJob(admin, id) {
      if ((await retryJobs(db, admin, { id })) === 0) throw new AppError('not_found');
    },

    retryJobs: (admin, job) => retryJobs(db, admin, { job }),

    async dismissJob(admin, id) {
      if (!(await dismissJob(db, admin, id))) throw new AppError('not_found');
    },
  };
}
