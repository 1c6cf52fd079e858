import { z } from 'zod';
import { defineRoute, type Limit, Redirect, type Route } from '#src/http/define-route.ts';
import { byAddress, hour } from '#src/http/limits.ts';
import {
  CurrentPreferences,
  LinkState,
  LinkToken,
  OptOut,
  SubscriptionPreferences,
  type Subscriptions,
  SubscriptionsDone,
  type Unsubscribing,
} from '../contract/index.ts';

// How often one address may be asked is counted in PostgreSQL (subscriptions.ts); these limits are the caller's.

/** Whoever holds the mailed link gets in, whatever others of the same network have tried. */
const unknownLinks: Limit<unknown> = {
  ...byAddress('subscription-link', 60, hour),
  failures: ['link_unknown'],
  lateRefusal: true,
};

const ByToken = z.object({ token: z.string().min(1).max(1_000) });

export function subscriptionRoutes(subscriptions: Subscriptions & Pick<Unsubscribing, 'unsubscribe'>): Route[] {
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
      limits: [byAddress('subscription-save', 20, hour)],
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
      limits: [byAddress('subscription-opt-out', 30, hour)],
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
    defineRoute({
      method: 'post',
      path: '/api/unsubscribe/:token',
      sparedByMaintenance: true,
      who: 'anyone',
      // Mail services press the button for many people from few addresses.
      limits: [{ name: 'unsubscribe', points: 10_000, seconds: 3_600, by: 'address' }],
      posted: { maxBytes: 10_000 },
      input: { params: ByToken },
      output: SubscriptionsDone,
      async handle({ params, t }) {
        await subscriptions.unsubscribe(params.token);
        return { success: true as const, message: t('unsubscribe:done.text') };
      },
    }),
    defineRoute({
      // A mail program that knows no one-click opens the header's address as a page.
      method: 'get',
      path: '/api/unsubscribe/:token',
      sparedByMaintenance: true,
      who: 'anyone',
      input: { params: ByToken },
      output: z.never(),
      handle: async ({ params }) => new Redirect(`/unsubscribe?token=${encodeURIComponent(params.token)}`),
    }),
  ];
}
