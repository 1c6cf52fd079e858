import type { Prizes } from '#modules/prizes/contract/index.ts';
import type { VotingPages } from '#modules/voting/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import { createCards } from './cards/cards.ts';
import { cardRoutes } from './cards/routes.ts';
import type { Site } from './contract/index.ts';
import { createHome } from './home/home.ts';
import { homeRoutes } from './home/routes.ts';

interface SiteDependencies {
  db: Db;
  voting: VotingPages;
  prizes: Pick<Prizes, 'winningsOf'>;
}

/** What public pages show of several modules. */
export function createSite({ db, voting, prizes }: SiteDependencies) {
  const cards = createCards({ db, voting, prizes });
  const home = createHome(voting, cards);
  const site: Site = { ...home, stats: cards.stats };
  return { api: site, routes: [...homeRoutes(home), ...cardRoutes(cards)] };
}
