import type { Db } from '../../src/platform/db.ts';
import { createBallots } from './ballots.ts';
import type { Voting } from './contract.ts';
import { createHistory } from './history.ts';
import { createLists } from './lists.ts';
import { createPaidBallots } from './paid-ballots.ts';
import { createResults } from './results.ts';
import { createTopics } from './topics.ts';
import { createTotals } from './totals.ts';

export { createBallotData } from './personal-data.ts';
export { votingRoutes } from './routes.ts';

/** Topics, ballots and results. `db` may be a transaction, for a change that spans modules. */
export function createVoting({ db }: { db: Db }): Voting {
  const topics = createTopics(db, createTotals(db));
  const ballots = createBallots(db);
  const results = createResults(db, topics);
  const lists = createLists(db, topics, results);
  return {
    topics: lists.all,
    home: lists.home,
    list: lists.page,
    topic: topics.one,
    summaries: topics.byIds,
    results: results.ranking,
    stats: results.stats,
    hasUsedFreeVote: ballots.hasUsedFree,
    castFreeBallot: ballots.castFree,
    ownBallots: ballots.own,
    ...createPaidBallots(db),
    ...createHistory(db, topics),
  };
}
