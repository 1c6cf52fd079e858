import type { EqualTime } from '#src/platform/equal-time.ts';
import { marketing } from './consent/marketing.ts';
import { subscriptionData } from './consent/personal-data.ts';
import { subscriptionRoutes } from './consent/routes.ts';
import { createSubscriptions } from './consent/subscriptions.ts';
import { createUnsubscribing } from './consent/unsubscribe.ts';
import type { Notifications } from './contract/index.ts';
import { messageJobs } from './jobs.ts';
import { createMessages, type MessageDependencies } from './messages/messages.ts';
import { createTexting } from './messages/texting.ts';

interface NotificationsDependencies extends MessageDependencies {
  equalTime: EqualTime;
}

/** Everything that leaves the product for a person: templates, channels, their delivery, and who wants what. */
export function createNotifications(dependencies: NotificationsDependencies) {
  const { db, equalTime, secrets, settings } = dependencies;
  const { count, forgetTexts, ...texting } = createTexting(settings);
  const messages = createMessages(dependencies, count);
  const subscriptions = createSubscriptions({ db, equalTime, secrets, send: messages.send, texting });
  const notifications: Notifications = {
    ...messages,
    ...subscriptions,
    ...texting,
    ...marketing,
    ...createUnsubscribing(secrets, equalTime, subscriptions.optOut),
  };
  return {
    api: notifications,
    routes: subscriptionRoutes(notifications),
    jobs: messageJobs(notifications),
    sweeps: [
      { name: 'subscriptions', everySeconds: 3_600, run: notifications.forgetStale },
      { name: 'text-counts', everySeconds: 3_600, run: () => forgetTexts(db) },
      { name: 'held-messages', everySeconds: 15, run: notifications.handOn },
    ],
    personalData: subscriptionData,
  };
}
