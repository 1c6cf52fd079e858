import { createStripe } from '../../src/platform/stripe.ts';

/** Keys for a provider that nobody reaches: for whoever buys nothing. */
export const noStripe = createStripe({
  secretKey: 'sk_test_nobody',
  publishableKey: 'pk_test_nobody',
  webhookSecret: 'whsec_nobody',
  scriptUrl: 'http://127.0.0.1:9/stripe.js',
  apiUrl: 'http://127.0.0.1:9',
});
