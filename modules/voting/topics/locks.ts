import type { Db } from '#src/platform/db.ts';

/** Class of the advisory locks on topics; the triggers of ballots, dates and choices take the same. */
const topicLock = 7001;

/** For whoever writes a ballot or what may become one: what is looked at under this lock stays so until the commit. */
export const lockShared = (trx: Db, topicId: number) =>
  trx.raw('select pg_advisory_xact_lock_shared(?, ?)', [topicLock, topicId]);

/** For whoever freezes, changes or ends a topic: waits until nobody writes a ballot of it, and keeps them out. */
export const lockAlone = (trx: Db, topicId: number) =>
  trx.raw('select pg_advisory_xact_lock(?, ?)', [topicLock, topicId]);
