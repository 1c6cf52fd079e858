import type { IntentResult, IntentView, StripeJsError } from './messages.ts';

const intentOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

/** Asks the provider's API as a buyer's browser may: with the publishable key and the payment's secret. */
async function call(path: string, options: RequestInit): Promise<IntentResult> {
  const answer = await fetch(path, options).catch(() => null);
  const body = (await answer?.json().catch(() => null)) as (IntentView & { error?: StripeJsError }) | null;
  if (!body) {
    const message = 'We are experiencing issues connecting to our payments provider. Please try again.';
    return { error: { type: 'api_connection_error', message } };
  }
  return body.error ? { error: body.error } : { paymentIntent: body };
}

export function retrieveIntent(key: string, clientSecret: string): Promise<IntentResult> {
  const query = new URLSearchParams({ key, client_secret: clientSecret });
  return call(`/v1/payment_intents/${encodeURIComponent(intentOf(clientSecret))}?${query}`, {});
}

export function confirmIntent(
  key: string,
  clientSecret: string,
  parameters: Record<string, string>,
): Promise<IntentResult> {
  const body = new URLSearchParams({ ...parameters, key, client_secret: clientSecret });
  return call(`/v1/payment_intents/${encodeURIComponent(intentOf(clientSecret))}/confirm`, { method: 'POST', body });
}
