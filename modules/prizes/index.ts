import type { Accounts } from '#modules/accounts/contract/index.ts';
import type { Notifications } from '#modules/notifications/contract/index.ts';
import type { Payments } from '#modules/payments/contract/index.ts';
import type { Voting } from '#modules/voting/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import { subscribe } from '#src/platform/events.ts';
import { createAdministration } from './admin/administration.ts';
import { prizeAdminRoutes } from './admin/routes.ts';
import { awardFacts } from './awards/awards.ts';
import { prizeData } from './awards/personal-data.ts';
import { createRecord } from './awards/record.ts';
import { prizeRoutes } from './awards/routes.ts';
import type { AwardAdministration } from './contract/admin.ts';
import { topicFinalized } from './contract/events.ts';
import type { Prizes } from './contract/index.ts';
import { createFinalization } from './finalization/finalize.ts';
import { createLetters } from './finalization/letters.ts';
import { prizeJobs, tellVoters, tellWinners } from './jobs.ts';
import { createBundle } from './public-ballots/bundle.ts';
import { bundleRoutes } from './public-ballots/routes.ts';

interface PrizesDependencies {
  db: Db;
  voting: Voting;
  payments: Pick<Payments, 'underWay' | 'bookAward'>;
  accounts: Pick<
    Accounts,
    'contactsOf' | 'eligibleAmong' | 'locationsOf' | 'kycStatusesOf' | 'peopleLike' | 'usernamesOf'
  >;
  notifications: Pick<Notifications, 'send' | 'wantNews'>;
}

/** The close of topics: accuracy, contests, awards, and everything by which they can be checked. */
export function createPrizes(dependencies: PrizesDependencies) {
  const prizes: Prizes = {
    ...createFinalization(dependencies),
    ...createLetters(dependencies),
    ...awardFacts,
    ...createRecord(dependencies),
    ...createBundle(dependencies),
  };
  const administration: AwardAdministration = createAdministration(dependencies);
  return {
    api: { ...prizes, ...administration },
    routes: [...prizeRoutes(prizes), ...bundleRoutes(prizes), ...prizeAdminRoutes(administration)],
    jobs: prizeJobs(prizes),
    subscribers: [subscribe(topicFinalized, tellWinners), subscribe(topicFinalized, tellVoters)],
    sweeps: [{ name: 'ended-topics', everySeconds: 5, run: prizes.findEnded }],
    personalData: prizeData,
  };
}
