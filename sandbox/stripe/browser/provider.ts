import type { IntentResult, IntentView, StripeJsError, TokenResult } from './messages.ts';

const intentOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

/** Asks the provider's API as a buyer's browser may: with the publishable key and the payment's secret. */
async function call<T>(path: string, options: RequestInit): Promise<{ found: T } | { error: StripeJsError }> {
  const answer = await fetch(path, options).catch(() => null);
  const body = (await answer?.json().catch(() => null)) as (T & { error?: StripeJsError }) | null;
  if (!body) {
    const message = 'We are experiencing issues connecting to our payments provider. Please try again.';
    return { error: { type: 'api_connection_error', message } };
  }
  return body.error ? { error: body.error } : { found: body };
}

async function callIntent(path: string, options: RequestInit): Promise<IntentResult> {
  const result = await call<IntentView>(path, options);
  return 'found' in result ? { paymentIntent: result.found } : result;
}

/** Needs no payment yet, only what the buyer has entered. */
export async function createToken(key: string, parameters: Record<string, string>): Promise<TokenResult> {
  const body = new URLSearchParams({ ...parameters, key });
  const result = await call<{ id: string }>('/v1/confirmation_tokens', { method: 'POST', body });
  return 'found' in result ? { confirmationToken: result.found } : result;
}

export function retrieveIntent(key: string, clientSecret: string): Promise<IntentResult> {
  const query = new URLSearchParams({ key, client_secret: clientSecret });
  return callIntent(`/v1/payment_intents/${encodeURIComponent(intentOf(clientSecret))}?${query}`, {});
}

export function confirmIntent(
  key: string,
  clientSecret: string,
  parameters: Record<string, string>,
): Promise<IntentResult> {
  const body = new URLSearchParams({ ...parameters, key, client_secret: clientSecret });
  return callIntent(`/v1/payment_intents/${encodeURIComponent(intentOf(clientSecret))}/confirm`, {
    method: 'POST',
    body,
  });
}
