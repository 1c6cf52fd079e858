import Stripe from 'stripe';

export type { Stripe };

export interface StripeAccess {
  client: Stripe;
  webhookSecret: string;
  /** Whether the keys move real money. */
  livemode: boolean;
  /** What the browser needs for the card form. */
  publishableKey: string;
  scriptUrl: string;
  /** Where admins see a payment with their own eyes, without the slash at the end. */
  dashboardUrl: string;
}

interface StripeOptions {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  scriptUrl: string;
  dashboardUrl: string;
  /** Where the API is to be found, if elsewhere than at Stripe. */
  apiUrl: string | undefined;
}

/** Stripe's own client. Its two retries carry the same idempotency key, so a lost answer creates nothing twice. */
export function createStripe(options: StripeOptions): StripeAccess {
  const { secretKey, publishableKey, webhookSecret, scriptUrl, apiUrl } = options;
  const api = apiUrl ? new URL(apiUrl) : undefined;
  const client = new Stripe(secretKey, {
    maxNetworkRetries: 2,
    timeout: 15_000,
    telemetry: false,
    ...(api && {
      host: api.hostname,
      port: api.port || (api.protocol === 'https:' ? 443 : 80),
      protocol: api.protocol === 'https:' ? 'https' : 'http',
    }),
  });
  const livemode = /^[a-z]+_live_/.test(secretKey);
  const dashboardUrl = options.dashboardUrl.replace(/\/+$/, '');
  return { client, webhookSecret, livemode, publishableKey, scriptUrl, dashboardUrl };
}
