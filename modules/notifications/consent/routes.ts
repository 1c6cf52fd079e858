import { defineRoute, type Limit, type Route } from '#src/http/define-route.ts';
import {
  CurrentPreferences,
  LinkState,
  LinkToken,
  OptOut,
  SubscriptionPreferences,
  type Subscriptions,
  SubscriptionsDone,
} from '../contract/index.ts';

/** How often one address may be asked is counted in PostgreSQL (subscriptions.ts); these limits are the caller's. */
const byCaller = (name: string, points: number, seconds: number): Limit<unknown> => ({
  name,
  points,
  seconds,
  by: 'address',
});
const hour = 60 * 60;
/** Whoever holds the mailed link gets in, whatever others of the same network have tried. */
const unknownLinks: Limit<unknown> = {
  ...byCaller('subscription-link', 60, hour),
  failures: ['link_unknown'],
  lateRefusal: true,
};

export function subscriptionRoutes(subscriptions: Subscriptions): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/subscription-preferences',
      who: 'user',
      output: CurrentPreferences,
      handle: ({ viewer }) => subscriptions.preferencesOf(viewer),
    }),
    defineRoute({
      method: 'post',
      path: '/api/subscription-preferences',
      who: 'anyone',
      input: { body: SubscriptionPreferences },
      limits: [byCaller('subscription-save', 20, hour)],
      output: SubscriptionsDone,
      async handle({ body, viewer, language, t }) {
        await subscriptions.save(body, viewer, language);
        return { success: true as const, message: t('subscription:saved.text') };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/subscription-preferences/opt-out',
      sparedByMaintenance: true,
      who: 'anyone',
      input: { body: OptOut },
      limits: [byCaller('subscription-opt-out', 30, hour)],
      output: SubscriptionsDone,
      async handle({ body, t }) {
        await subscriptions.optOut(body);
        return { success: true as const, message: t(`subscription:optedOut.${body.optOutType}`) };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/subscription-preferences/confirm',
      who: 'anyone',
      input: { query: LinkToken },
      limits: [unknownLinks],
      output: LinkState,
      handle: ({ query }) => subscriptions.link(query.token),
    }),
    defineRoute({
      method: 'post',
      path: '/api/subscription-preferences/confirm',
      who: 'anyone',
      input: { body: LinkToken },
      limits: [unknownLinks],
      output: SubscriptionsDone,
      async handle({ body, t }) {
        await subscriptions.confirm(body.token);
        return { success: true as const, message: t('confirmation:done.text') };
      },
    }),
  ];
}
