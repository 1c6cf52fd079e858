import type { Db } from '#src/platform/db.ts';
import { createBallots } from './ballots/ballots.ts';
import { createHistory } from './ballots/history.ts';
import { createPaidBallots } from './ballots/paid-ballots.ts';
import { createLists } from './catalog/lists.ts';
import type { Voting, Winnings } from './contract/index.ts';
import { countFigures } from './results/figures.ts';
import { createFreeze } from './results/freeze.ts';
import { createResults } from './results/results.ts';
import { endings } from './topics/endings.ts';
import { createTopics } from './topics/topics.ts';
import { createTotals } from './topics/totals.ts';

export { createTopicAdministration } from './admin/administration.ts';
export { topicAdministrationRoutes } from './admin/routes.ts';
export { createBallotData } from './ballots/personal-data.ts';
export { votingRoutes } from './routes.ts';

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
