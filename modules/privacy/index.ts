import { credentialsChanged } from '#modules/accounts/contract/events.ts';
import type { Accounts } from '#modules/accounts/contract/index.ts';
import type { Notifications } from '#modules/notifications/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import { subscribe } from '#src/platform/events.ts';
import type { PersonalData } from '#src/platform/personal-data.ts';
import type { Secrets } from '#src/platform/secrets.ts';
import type { Storage } from '#src/platform/storage.ts';
import type { Privacy } from './contract/index.ts';
import { createDeletions } from './erasure/deletions.ts';
import { createErasure } from './erasure/erasure.ts';
import { erasureRoutes } from './erasure/routes.ts';
import { createExports } from './exports/exports.ts';
import { exportRoutes } from './exports/routes.ts';
import { cancelRequests, privacyJobs } from './jobs.ts';
import { createRequests } from './requests/requests.ts';
import { requestRoutes } from './requests/routes.ts';

interface PrivacyDependencies {
  db: Db;
  secrets: Secrets;
  storage: Storage;
  accounts: Accounts;
  notifications: Pick<Notifications, 'send'>;
  /** What the other modules hold of people, those that know of others first: in this order it is erased. */
  holders: readonly PersonalData[];
}

/** A person's own data: its export, its erasure, and the requests for them (decision 7). */
export function createPrivacy(dependencies: PrivacyDependencies) {
  const privacy: Privacy = {
    ...createRequests(dependencies),
    ...createExports(dependencies),
    ...createErasure(dependencies),
    ...createDeletions(dependencies),
  };
  return {
    api: privacy,
    routes: [...requestRoutes(privacy), ...exportRoutes(privacy), ...erasureRoutes(privacy)],
    jobs: privacyJobs(privacy),
    subscribers: [subscribe(credentialsChanged, cancelRequests)],
    sweeps: [{ name: 'exports', everySeconds: 3_600, run: privacy.forgetExports }],
  };
}
