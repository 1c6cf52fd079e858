import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure/index.js';

let loading: Promise<Stripe> | undefined;

/** The provider's own script and what it makes of our key: loaded once, and anew after a failure. Throws where it is not to be had. */
export function stripeFrom(scriptUrl: string, publishableKey: string): Promise<Stripe> {
  loading ??= load(scriptUrl, publishableKey).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(scriptUrl: string, publishableKey: string): Promise<Stripe> {
  await addScript(scriptUrl);
  // Without the script the loader would fetch one from an address of its own.
  const stripe = 'Stripe' in window ? await loadStripe(publishableKey) : null;
  if (!stripe) throw new Error('the script brought no Stripe');
  return stripe;
}

function addScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(`${address} could not be loaded`));
    };
    document.head.append(script);
  });
}
