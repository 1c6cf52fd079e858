import type { Accounts } from '#modules/accounts/contract/index.ts';
import type { Notifications } from '#modules/notifications/contract/index.ts';
import type { Payments } from '#modules/payments/contract/index.ts';
import type { Voting } from '#modules/voting/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import { createAdministration } from './admin/administration.ts';
import { createAwards } from './awards/awards.ts';
import { createRecord } from './awards/record.ts';
import type { AwardAdministration } from './contract/admin.ts';
import type { Prizes } from './contract/index.ts';
import { createFinalization } from './finalization/finalize.ts';
import { createLetters } from './finalization/letters.ts';
import { createBundle } from './public-ballots/bundle.ts';

export { prizeAdminRoutes } from './admin/routes.ts';
export { createPrizeData } from './awards/personal-data.ts';
export { prizeRoutes } from './awards/routes.ts';

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
export function createPrizes(dependencies: PrizesDependencies): Prizes & AwardAdministration {
  const { tell, tellVoters } = createLetters(dependencies);
  return {
    ...createFinalization({ ...dependencies, tell }),
    tellVoters,
    ...createAwards(dependencies.db),
    ...createAdministration(dependencies),
    ...createRecord(dependencies),
    ...createBundle(dependencies),
  };
}
