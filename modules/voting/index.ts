import type { Db } from '../../src/platform/db.ts';
import { createBallots } from './ballots.ts';
import type { Voting, Winnings } from './contract.ts';
import { endings } from './endings.ts';
import { countFigures } from './figures.ts';
import { createFreeze } from './freeze.ts';
import { createHistory } from './history.ts';
import { createLists } from './lists.ts';
import { createPaidBallots } from './paid-ballots.ts';
import { createResults } from './results.ts';
import { createTopics } from './topics.ts';
import { createTotals } from './totals.ts';

export { topicAdministrationRoutes } from './admin-routes.ts';
export { createBallotData } from './personal-data.ts';
export { votingRoutes } from './routes.ts';
export { createTopicAdministration } from './topic-administration.ts';

const nobodyWins: Winnings = { winningsOf: async () => new Map() };

/** Topics, ballots and results. `db` may be a transaction, for a change that spans modules. */
export function createVoting({
  db,
  winnings = nobodyWins,
  announce = () => {},
}: {
  db: Db;
  winnings?: Winnings;
  /** Told when a ballot counts. */
  announce?: () => void;
}): Voting {
  const topics = createTopics(db, createTotals(db));
  const ballots = createBallots(db);
  const results = createResults(db, topics, winnings);
  const lists = createLists(db, topics, results);
  return {
    topics: lists.all,
    home: lists.home,
    list: lists.page,
    topic: topics.one,
    summaries: topics.byIds,
    textsOf: topics.textsOf,
    results: results.ranking,
    stats: results.stats,
    headToHead: results.headToHead,
    hasUsedFreeVote: ballots.hasUsedFree,
    async castFreeBallot(viewer, draft) {
      const ballot = await ballots.castFree(viewer, draft);
      announce();
      return ballot;
    },
    figures: () => countFigures(db),
    ownBallots: ballots.own,
    ...createPaidBallots(db),
    ...endings,
    ...createFreeze(db),
    ...createHistory(db, topics),
  };
}
