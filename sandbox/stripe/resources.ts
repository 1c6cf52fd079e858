// Stripe's objects as its API of 2026-10-28 writes them. The client's own types check that no field is missing.
import { createHmac, randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { behaviourOf } from './cards.ts';

export const apiVersion = '2026-10-28.endive';

export interface Intent extends Stripe.PaymentIntent {
  client_secret: string;
  latest_charge: string | null;
  payment_method: string | null;
}
export interface Charge extends Stripe.Charge {
  payment_intent: string;
  payment_method: string;
}
export interface Refund extends Stripe.Refund {
  charge: string;
  payment_intent: string;
  metadata: Stripe.Metadata;
}
export interface Dispute extends Stripe.Dispute {
  charge: string;
  payment_intent: string;
}
export interface Method extends Stripe.PaymentMethod {
  card: Stripe.PaymentMethod.Card;
}
/** What a buyer has entered, on its way to the shop's server. */
export interface Token extends Stripe.ConfirmationToken {
  payment_method_preview: Stripe.ConfirmationToken.PaymentMethodPreview;
}
export interface Event extends Stripe.EventBase {
  data: { object: Intent | Charge | Refund | Dispute };
}

/** A card as a buyer enters it. */
export interface CardEntry {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
export const randomText = (length: number): string =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('');
export const newId = (prefix: string): string => `${prefix}_3${randomText(23)}`;
/** Seconds since 1970, whole, as everywhere in Stripe's API. */
export const now = (): number => Math.floor(Date.now() / 1_000);

export type IntentOptions = Pick<Intent, 'amount' | 'currency' | 'metadata'> &
  Partial<
    Pick<
      Intent,
      | 'allowed_payment_method_types'
      | 'automatic_payment_methods'
      | 'confirmation_method'
      | 'description'
      | 'receipt_email'
      | 'customer'
      | 'statement_descriptor'
      | 'statement_descriptor_suffix'
      | 'transfer_group'
      | 'setup_future_usage'
    >
  >;

export function newIntent(options: IntentOptions): Intent {
  const id = newId('pi');
  const allowed = options.allowed_payment_method_types ?? null;
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: allowed,
    amount: options.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods:
      options.automatic_payment_methods ?? (allowed ? null : { allow_redirects: 'always', enabled: true }),
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: options.confirmation_method ?? 'automatic',
    created: now(),
    currency: options.currency,
    customer: options.customer ?? null,
    customer_account: null,
    description: options.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: options.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: allowed ?? ['card'],
    payment_record: null,
    processing: null,
    receipt_email: options.receipt_email ?? null,
    review: null,
    setup_future_usage: options.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: options.statement_descriptor ?? null,
    statement_descriptor_suffix: options.statement_descriptor_suffix ?? null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: options.transfer_group ?? null,
  };
}

export const noOne = { address: null, email: null, name: null, phone: null, tax_id: null };

/** The fingerprint is the same for the same number, and nobody without the key can find the number from it. */
export function newMethod(card: CardEntry, secretKey: string): Method {
  const { brand } = behaviourOf(card.number);
  const fingerprint = createHmac('sha256', secretKey).update(card.number).digest('base64url').replace(/[-_]/g, 'x');
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: noOne,
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
      country: 'US',
      display_brand: brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: fingerprint.slice(0, 16),
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}

export function newToken({ card, billing_details }: Method, returnUrl: string | undefined): Token {
  return {
    id: newId('ctoken'),
    object: 'confirmation_token',
    created: now(),
    expires_at: now() + 12 * 3_600,
    livemode: false,
    mandate_data: null,
    metadata: null,
    payment_intent: null,
    payment_method_options: null,
    payment_method_preview: {
      allow_redisplay: 'unspecified',
      billing_details: { ...billing_details, tax_id: null },
      card: { ...card, generated_from: null },
      customer: null,
      customer_account: null,
      type: 'card',
    },
    return_url: returnUrl ?? null,
    setup_future_usage: null,
    setup_intent: null,
    shipping: null,
    use_stripe_sdk: true,
  };
}
