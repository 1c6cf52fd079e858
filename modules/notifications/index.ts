import type { Notifications } from './contract.ts';
import { createMessages, type NotificationsDependencies } from './messages.ts';
import { createSubscriptions } from './subscriptions.ts';

export { createSubscriptionData } from './personal-data.ts';
export { subscriptionRoutes } from './routes.ts';

/** Everything that leaves the product for a person: templates, channels, their delivery, and who wants what. */
export function createNotifications(dependencies: NotificationsDependencies): Notifications {
  const messages = createMessages(dependencies);
  const { db, secrets } = dependencies;
  return { ...messages, ...createSubscriptions({ db, secrets, send: messages.send }) };
}
