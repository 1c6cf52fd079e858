import type { Notifications } from './contract.ts';
import { createMessages, type NotificationsDependencies } from './messages.ts';

/** Everything that leaves the product for a person: templates, channels and their delivery. */
export function createNotifications(dependencies: NotificationsDependencies): Notifications {
  return createMessages(dependencies);
}
