import type { EqualTime } from '../../src/platform/equal-time.ts';
import type { Accounts } from '../accounts/contract.ts';
import { createSending } from './broadcast-sending.ts';
import { createBroadcasts } from './broadcasts.ts';
import type { Notifications } from './contract.ts';
import { createMessages, type MessageDependencies } from './messages.ts';
import { createSubscriptions } from './subscriptions.ts';
import { createTexting } from './texting.ts';
import { createUnsubscribing } from './unsubscribe.ts';

export { broadcastRoutes } from './broadcast-routes.ts';
export { createSubscriptionData } from './personal-data.ts';
export { subscriptionRoutes } from './routes.ts';

interface NotificationsDependencies extends MessageDependencies {
  equalTime: EqualTime;
  accounts: Pick<Accounts, 'usernamesOf' | 'accountsAt'>;
}

/** Everything that leaves the product for a person: templates, channels, their delivery, and who wants what. */
export function createNotifications(dependencies: NotificationsDependencies): Notifications {
  const { db, equalTime, secrets, settings } = dependencies;
  const { count, forgetTexts, ...texting } = createTexting(settings);
  const messages = createMessages(dependencies, count);
  const { send } = messages;
  const subscriptions = createSubscriptions({ db, equalTime, secrets, send, texting });
  const unsubscribing = createUnsubscribing(secrets, equalTime, subscriptions.optOut);
  const { unsubscribeToken } = unsubscribing;
  return {
    ...messages,
    ...subscriptions,
    ...texting,
    ...unsubscribing,
    ...createBroadcasts({ ...dependencies, send, unsubscribeToken }),
    ...createSending({ ...dependencies, unsubscribeToken }),
    async forgetStale() {
      await subscriptions.forgetStale();
      await forgetTexts(db);
    },
  };
}
