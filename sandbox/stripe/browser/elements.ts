import type { Appearance, FrameOptions, StripeJsError } from './messages.ts';
import { createPaymentElement, integrationError, type PaymentElement } from './payment-element.ts';

export interface ElementsOptions {
  clientSecret?: string;
  mode?: string;
  amount?: number;
  currency?: string;
  locale?: string;
  appearance?: Appearance;
  [more: string]: unknown;
}

type Result = { error?: StripeJsError; selectedPaymentMethod?: string };

/** `stripe.elements()`: the group that a payment's form belongs to. */
export interface ElementsGroup {
  _clientSecret(): string | undefined;
  _submitted(): boolean;
  create(type: string, options?: { readOnly?: boolean }): PaymentElement;
  getElement(type: string | { name?: string }): PaymentElement | null;
  update(options: ElementsOptions): Promise<void>;
  fetchUpdates(): Promise<{ error?: { message: string } }>;
  submit(): Promise<Result>;
  on(event: 'update-end', handler: () => void): void;
}

const known = new Set([
  'clientSecret',
  'mode',
  'amount',
  'currency',
  'locale',
  'appearance',
  'fonts',
  'loader',
  'setupFutureUsage',
  'captureMethod',
  'onBehalfOf',
  'allowedPaymentMethodTypes',
  'excludedPaymentMethodTypes',
  'paymentMethodOptions',
  'paymentMethodCreation',
  'paymentMethodConfiguration',
  'customerSessionClientSecret',
  'customPaymentMethods',
  'syncAddressCheckbox',
  'externalPaymentMethodTypes',
  'adaptivePricing',
  'customerOptions',
]);
/** These belong to a payment that does not exist yet. */
const deferredOnly = ['mode', 'amount', 'currency', 'allowedPaymentMethodTypes'];

/** @throws an IntegrationError for options that Stripe.js does not take. */
function check(options: ElementsOptions): void {
  for (const name of Object.keys(options)) {
    if (known.has(name)) continue;
    const instead = name === 'paymentMethodTypes' ? ' Use allowedPaymentMethodTypes instead.' : '';
    throw integrationError(`Invalid elements() parameter: ${name} is not an accepted parameter.${instead}`);
  }
  const { clientSecret, mode, amount, currency } = options;
  if (clientSecret !== undefined) {
    if (typeof clientSecret !== 'string' || !/^pi_[^_]+_secret_.+$/.test(clientSecret)) {
      throw integrationError(
        'Invalid value for elements(): clientSecret should be a client secret of the form id_secret_secret.',
      );
    }
    const both = deferredOnly.find((name) => options[name] !== undefined);
    if (both)
      throw integrationError(`Invalid elements() parameters: you cannot specify both ${both} and clientSecret.`);
  } else if (mode === 'payment' && (!Number.isInteger(amount) || typeof currency !== 'string')) {
    throw integrationError('Invalid value for elements(): amount and currency are required for mode: payment.');
  } else if (mode === undefined) {
    throw integrationError(
      'In order to create a payment element, you must pass a clientSecret or mode when creating the Elements group.',
    );
  }
}

export function createElements(key: string, initial: ElementsOptions = {}): ElementsGroup {
  check(initial);
  let options = initial;
  let submitted = false;
  let element: ReturnType<typeof createPaymentElement> | null = null;
  const updated = new Set<() => void>();
  const shared = (): FrameOptions => ({
    key,
    clientSecret: options.clientSecret,
    locale: options.locale,
    appearance: options.appearance,
  });
  return {
    _clientSecret: () => options.clientSecret,
    _submitted: () => submitted,
    create(type, own = {}) {
      if (type !== 'payment') throw integrationError(`The sandbox has no Element of type ${type}, only payment.`);
      if (element) throw integrationError("Can't create more than one Element of type payment.");
      element = createPaymentElement(shared, own, () => {
        element = null;
      });
      return element;
    },
    getElement(type) {
      // React components may be given instead of a name: there is only one here.
      return typeof type !== 'string' || type === 'payment' ? element : null;
    },
    async update(changes) {
      options = { ...options, ...changes };
      await element?._refresh();
      for (const handler of updated) handler();
    },
    async fetchUpdates() {
      await element?._refresh();
      return {};
    },
    async submit() {
      const frame = element?._frame();
      if (!frame) throw integrationError('elements.submit() needs a mounted payment Element.');
      const { error } = await frame.ask('validate', null);
      submitted = !error;
      return error ? { error } : { selectedPaymentMethod: 'card' };
    },
    on(_event, handler) {
      updated.add(handler);
    },
  };
}
