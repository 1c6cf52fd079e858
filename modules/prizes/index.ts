import type { Db } from '../../src/platform/db.ts';
import type { Accounts } from '../accounts/contract.ts';
import type { Notifications } from '../notifications/contract.ts';
import type { Payments } from '../payments/contract.ts';
import type { Voting } from '../voting/contract.ts';
import type { AwardAdministration } from './admin-contract.ts';
import { createAdministration } from './administration.ts';
import { createAwards } from './awards.ts';
import { createBundle } from './bundle.ts';
import type { Prizes } from './contract.ts';
import { createFinalization } from './finalize.ts';
import { createLetters } from './letters.ts';
import { createRecord } from './record.ts';

export { prizeAdminRoutes } from './admin-routes.ts';
export { createPrizeData } from './personal-data.ts';
export { prizeRoutes } from './routes.ts';

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
