import type { Db } from '#src/platform/db.ts';
import type { Storage } from '#src/platform/storage.ts';
import { createTopicAdministration } from './admin/administration.ts';
import { topicAdministrationRoutes } from './admin/routes.ts';
import { createBallots, ownBallots } from './ballots/ballots.ts';
import { createHistory, voterTotals, voterTotalsOf } from './ballots/history.ts';
import { paidBallots } from './ballots/paid-ballots.ts';
import { ballotData } from './ballots/personal-data.ts';
import { ballotRoutes } from './ballots/routes.ts';
import { createLists } from './catalog/lists.ts';
import type { Voting, VotingPages } from './contract/index.ts';
import { countFigures } from './results/figures.ts';
import { freezes } from './results/freeze.ts';
import { createResults, finalResults } from './results/results.ts';
import { resultRoutes } from './results/routes.ts';
import { topicRoutes } from './topics/routes.ts';
import { choicesOf, titlesOf } from './topics/titles.ts';
import { createTopics } from './topics/topics.ts';
import { createTotals } from './topics/totals.ts';

interface VotingDependencies {
  db: Db;
  storage: Storage;
  /** Told when a ballot counts. */
  announce?: () => void;
}

/** Topics, ballots and results. */
export function createVoting({ db, storage, announce = () => {} }: VotingDependencies) {
  const topics = createTopics(db, createTotals(db));
  const voting: Voting = {
    ...{ titlesOf, choicesOf, finalResults, ownBallots, voterTotals, voterTotalsOf, figures: countFigures },
    ...paidBallots,
    ...freezes,
  };
  const pages: VotingPages = {
    topic: topics.one,
    ...createLists(db, topics),
    ...createResults(db, topics),
    ...createBallots(db, announce),
    ...createHistory(db),
  };
  const api = { ...voting, ...pages, ...createTopicAdministration(db, storage, topics) };
  return {
    api,
    routes: [...topicRoutes(api), ...resultRoutes(api), ...ballotRoutes(api), ...topicAdministrationRoutes(api)],
    personalData: ballotData,
  };
}
