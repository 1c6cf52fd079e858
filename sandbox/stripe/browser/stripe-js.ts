// The sandbox's Stripe.js: what the official loader and React components need of it, and payments by card.
import { askBuyer } from './dialog.ts';
import { createElements, type ElementsGroup, type ElementsOptions } from './elements.ts';
import { type Frame, openFrame } from './frame.ts';
import type { IntentResult, IntentView, TokenResult } from './messages.ts';
import { integrationError } from './payment-element.ts';
import { languageOf, messageOf, textsIn } from './texts.ts';

interface ConfirmOptions {
  elements?: ElementsGroup;
  clientSecret?: string;
  confirmParams?: { return_url?: string };
  redirect?: 'always' | 'if_required';
}

/** The release that the official loader expects. */
const version = 'endive';

function Stripe(key: unknown, settings: { locale?: string } = {}) {
  if (typeof key !== 'string' || !key.startsWith('pk_')) {
    throw integrationError('Please call Stripe() with your publishable key. You used an empty string or another key.');
  }
  const publishableKey = key;
  const words = () => textsIn(languageOf(settings.locale));
  let controller: Frame | null = null;

  function retrieve(clientSecret: string): Promise<IntentResult> {
    if (!controller) {
      controller = openFrame('/stripe/controller', 'Stripe.js controller', () => {});
      Object.assign(controller.element, { hidden: true, tabIndex: -1 });
      controller.element.setAttribute('aria-hidden', 'true');
      document.body.append(controller.element);
    }
    return controller.ask('retrieve', { key: publishableKey, clientSecret });
  }

  /** Does what the payment still needs of its buyer. A redirection never comes back here. */
  async function goOn(intent: IntentView): Promise<IntentResult> {
    if (intent.status !== 'requires_action') return { paymentIntent: intent };
    const { redirect_to_url: redirection, use_stripe_sdk: dialog } = intent.next_action ?? {};
    if (redirection) return leave(redirection.url);
    if (dialog) await askBuyer(dialog.stripe_js);
    const result = await retrieve(intent.client_secret);
    const failure =
      result.error ??
      (result.paymentIntent.status === 'requires_payment_method' && result.paymentIntent.last_payment_error);
    if (!failure) return result;
    const { paymentIntent } = result;
    return { error: { ...failure, message: messageOf(failure, words()), payment_intent: paymentIntent } };
  }

  async function confirmPayment(options: ConfirmOptions): Promise<IntentResult> {
    const { elements, confirmParams: { return_url: returnUrl } = {}, redirect = 'always' } = options;
    const frame = elements?.getElement('payment')?._frame();
    if (!elements || !frame) {
      throw integrationError(
        'Invalid value for stripe.confirmPayment(): elements should have a mounted Payment Element.',
      );
    }
    if (redirect === 'always' && !returnUrl) {
      throw integrationError(
        'stripe.confirmPayment(): the `return_url` parameter is required unless redirect is `if_required`.',
      );
    }
    const clientSecret = elements._clientSecret() ?? options.clientSecret;
    if (!clientSecret) throw integrationError('stripe.confirmPayment() needs the clientSecret of the payment.');
    if (!elements._clientSecret() && !elements._submitted()) {
      throw integrationError('elements.submit() must be called before stripe.confirmPayment().');
    }
    const confirmed = await frame.ask('confirm', { clientSecret, returnUrl });
    const result = confirmed.error ? confirmed : await goOn(confirmed.paymentIntent);
    if (result.error || redirect === 'if_required') return result;
    const { id, client_secret, status } = result.paymentIntent;
    const url = new URL(returnUrl ?? '');
    url.searchParams.set('payment_intent', id);
    url.searchParams.set('payment_intent_client_secret', client_secret);
    url.searchParams.set('redirect_status', status === 'processing' ? 'pending' : status);
    return leave(url.href);
  }

  /** What the shop's server confirms a payment with. */
  async function createConfirmationToken(options: {
    elements?: ElementsGroup;
    params?: { return_url?: string };
  }): Promise<TokenResult> {
    const { elements, params: { return_url: returnUrl } = {} } = options;
    const frame = elements?.getElement('payment')?._frame();
    if (!elements || !frame) {
      throw integrationError('stripe.createConfirmationToken(): elements should have a mounted Payment Element.');
    }
    if (!elements._submitted()) {
      throw integrationError('elements.submit() must be called before stripe.createConfirmationToken().');
    }
    return frame.ask('token', { returnUrl });
  }

  const notHere = (name: string) => async () => {
    throw integrationError(`The sandbox does not offer stripe.${name}(): it takes payments with the Payment Element.`);
  };
  return {
    elements: (options?: ElementsOptions) =>
      createElements(publishableKey, settings.locale ? { locale: settings.locale, ...options } : options),
    confirmPayment,
    createConfirmationToken,
    retrievePaymentIntent: (clientSecret: string) => retrieve(clientSecret),
    async handleNextAction({ clientSecret }: { clientSecret: string }) {
      const found = await retrieve(clientSecret);
      return found.error ? found : goOn(found.paymentIntent);
    },
    createToken: notHere('createToken'),
    createPaymentMethod: notHere('createPaymentMethod'),
    confirmCardPayment: notHere('confirmCardPayment'),
    registerAppInfo() {},
    _registerWrapper() {},
  };
}

function leave(address: string): Promise<never> {
  location.assign(address);
  return new Promise(() => {});
}

Object.assign(window, { Stripe: Object.assign(Stripe, { version }) });
