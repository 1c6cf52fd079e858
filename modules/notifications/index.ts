import type { Accounts } from '#modules/accounts/contract/index.ts';
import type { EqualTime } from '#src/platform/equal-time.ts';
import { createBroadcasts } from './broadcasts/broadcasts.ts';
import { createSending } from './broadcasts/sending.ts';
import { createSubscriptions } from './consent/subscriptions.ts';
import { createUnsubscribing } from './consent/unsubscribe.ts';
import type { Notifications } from './contract/index.ts';
import { createMessages, type MessageDependencies } from './messages/messages.ts';
import { createTexting } from './messages/texting.ts';

export { broadcastRoutes } from './broadcasts/routes.ts';
export { createSubscriptionData } from './consent/personal-data.ts';
export { subscriptionRoutes } from './consent/routes.ts';

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
