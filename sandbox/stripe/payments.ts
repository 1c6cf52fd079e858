import type { Behaviour } from './behaviour.ts';
import type { Books } from './books.ts';
import { behaviourOf, type Decline, passesLuhn, type TestCard, testCards } from './cards.ts';
import { failedCharge, newCharge, paidCharge } from './charge-resources.ts';
import { missing, Refusal } from './refusal.ts';
import {
  type CardEntry,
  type Charge,
  type Intent,
  type IntentOptions,
  type Method,
  newIntent,
  newMethod,
  newToken,
  now,
  type Token,
} from './resources.ts';

/** A card as entered, or the id of one of Stripe's ready-made payment methods (`pm_card_visa`). */
export type PaidWith = CardEntry | string;

/** A confirmation token as it is named in a confirmation. */
export interface WithToken {
  token: string;
}

export interface ConfirmOptions {
  paidWith: PaidWith | WithToken | undefined;
  /** The buyer's browser, with the publishable key, instead of the shop. */
  byBuyer?: boolean;
  returnUrl: string | undefined;
  /** The sandbox's own address, for the page where a buyer authenticates. */
  baseUrl: string;
}

/** What happens to a payment until its money has arrived or not. */
export interface Payments {
  create(options: IntentOptions): Intent;
  /** What a buyer's form sends to the shop instead of the card: good once, for twelve hours. */
  createToken(entry: CardEntry, returnUrl: string | undefined): Token;
  /** Of an existing payment only what describes it can change. */
  describe(id: string, changes: Partial<Pick<Intent, 'metadata' | 'description' | 'receipt_email'>>): Intent;
  /** @throws {Refusal} 402 if the card is declined. */
  confirm(id: string, options: ConfirmOptions): Intent;
  /** The buyer's answer to the bank. */
  authenticate(id: string, outcome: 'complete' | 'fail'): Intent;
  /** Lets a processing payment go on. */
  settle(id: string, outcome: 'succeeded' | 'failed'): Intent;
  cancel(id: string, reason: Intent['cancellation_reason']): Intent;
}

interface Options {
  books: Books;
  behaviour: Behaviour;
  secretKey: string;
  /** Told of a charge that its card's bank will dispute. */
  willBeDisputed(charge: Charge): void;
}

const confirmable = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
const genericDecline: Decline = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
};
export const authenticationFailed =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

export function openPayments({ books, behaviour, secretKey, willBeDisputed }: Options): Payments {
  function intentOf(id: string): Intent {
    const intent = books.intents.get(id);
    if (!intent) throw missing('payment_intent', id, 'intent');
    return intent;
  }

  function unexpected(intent: Intent, message: string): Refusal {
    return new Refusal(400, message, { code: 'payment_intent_unexpected_state', more: { payment_intent: intent } });
  }

  function spend(intent: Intent, id: string): string {
    const kept = books.tokens.get(id);
    if (!kept) throw missing('confirmation_token', id, 'confirmation_token');
    const { token, method } = kept;
    if (token.payment_intent || (token.expires_at ?? 0) <= now()) {
      throw new Refusal(400, `This ConfirmationToken has been used already or has expired: '${id}'.`, {
        param: 'confirmation_token',
      });
    }
    books.tokens.put({ ...kept, token: { ...token, payment_intent: intent.id } });
    return method;
  }

  /** What a confirmation pays with: its own, or what was confirmed before the bank asked. */
  function methodNamed(intent: Intent, paidWith: ConfirmOptions['paidWith']): PaidWith | undefined {
    if (typeof paidWith === 'object' && 'token' in paidWith) return spend(intent, paidWith.token);
    return paidWith ?? (intent.status === 'requires_confirmation' ? (intent.payment_method ?? undefined) : undefined);
  }

  function methodOf(paidWith: PaidWith): { method: Method; card: TestCard } {
    const known = typeof paidWith === 'string' && books.methods.get(paidWith);
    const behaves = known && books.behaviours.get(known.id);
    if (behaves) return { method: known, card: behaves.card };
    const entry = typeof paidWith === 'string' ? readyMade(paidWith) : checked(paidWith);
    const method = newMethod(entry, secretKey);
    const card = behaviourOf(entry.number);
    books.behaviours.put({ id: method.id, created: method.created, card });
    return { method: books.methods.put(method), card };
  }

  function succeed(intent: Intent, charge: Charge): Intent {
    const card = books.behaviours.get(charge.payment_method)?.card;
    const paid = books.charges.put(paidCharge(charge));
    const succeeded = books.intents.put({
      ...intent,
      amount_received: intent.amount,
      last_payment_error: null,
      latest_charge: paid.id,
      next_action: null,
      processing: null,
      status: 'succeeded',
    });
    books.record('charge.succeeded', paid);
    books.record('payment_intent.succeeded', succeeded);
    if (card?.disputed) willBeDisputed(paid);
    return succeeded;
  }

  /** Back to the start: the buyer may try again with another card. */
  function fail(intent: Intent, method: Method, error: NonNullable<Intent['last_payment_error']>): Intent {
    const failed = books.intents.put({
      ...intent,
      last_payment_error: { ...error, payment_method: method },
      latest_charge: error.charge ?? intent.latest_charge,
      next_action: null,
      payment_method: null,
      processing: null,
      status: 'requires_payment_method',
    });
    books.record('payment_intent.payment_failed', failed);
    return failed;
  }

  function decline(intent: Intent, charge: Charge, method: Method, why: Decline): Intent {
    const { code, declineCode, message } = why;
    const failed = books.charges.put(failedCharge(charge, why));
    books.record('charge.failed', failed);
    return fail(intent, method, {
      charge: failed.id,
      code,
      ...(declineCode && { decline_code: declineCode }),
      doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`,
      message,
      type: 'card_error',
    });
  }

  function charge(intent: Intent, method: Method, card: TestCard, threeDSecure: boolean): Intent {
    const attempt = newCharge(intent, method, { threeDSecure });
    if (card.decline) return decline(intent, attempt, method, card.decline);
    if (!behaviour.processing) return succeed(intent, attempt);
    const pending = books.charges.put(attempt);
    const processing = books.intents.put({
      ...intent,
      last_payment_error: null,
      latest_charge: pending.id,
      next_action: null,
      processing: { card: {}, type: 'card' },
      status: 'processing',
    });
    books.record('charge.pending', pending);
    books.record('payment_intent.processing', processing);
    return processing;
  }

  function askBuyer(intent: Intent, { returnUrl, baseUrl }: ConfirmOptions): Intent {
    const query = new URLSearchParams({
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
    });
    const page = `${baseUrl}/stripe/authenticate?${query}`;
    if (behaviour.authentication === 'redirect' && !returnUrl) {
      throw new Refusal(400, 'A `return_url` must be specified to confirm a payment that redirects its buyer.', {
        code: 'parameter_missing',
        param: 'return_url',
      });
    }
    const asked = books.intents.put({
      ...intent,
      last_payment_error: null,
      next_action:
        behaviour.authentication === 'redirect'
          ? { redirect_to_url: { return_url: returnUrl ?? null, url: page }, type: 'redirect_to_url' }
          : { type: 'use_stripe_sdk', use_stripe_sdk: { stripe_js: page, type: 'three_d_secure_redirect' } },
      status: 'requires_action',
    });
    books.record('payment_intent.requires_action', asked);
    return asked;
  }

  return {
    create(options) {
      const intent = books.intents.put(newIntent(options));
      books.record('payment_intent.created', intent);
      return intent;
    },
    createToken(entry, returnUrl) {
      const { method } = methodOf(entry);
      const token = newToken(method, returnUrl);
      return books.tokens.put({ id: token.id, created: token.created, token, method: method.id }).token;
    },
    describe: (id, changes) => books.intents.put({ ...intentOf(id), ...changes }),
    confirm(id, options) {
      const intent = intentOf(id);
      if (!confirmable.includes(intent.status)) {
        const why =
          intent.status === 'succeeded'
            ? 'it has already succeeded after being previously confirmed.'
            : `it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`;
        throw unexpected(intent, `You cannot confirm this PaymentIntent because ${why}`);
      }
      if (intent.confirmation_method === 'manual' && options.byBuyer) {
        throw unexpected(
          intent,
          'This PaymentIntent requires manual confirmation: its confirmation_method is manual, so it can only be confirmed with a secret key.',
        );
      }
      const paidWith = methodNamed(intent, options.paidWith);
      if (!paidWith) {
        throw unexpected(
          intent,
          "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
        );
      }
      const { method, card } = methodOf(paidWith);
      const confirmed: Intent = { ...intent, payment_method: method.id };
      const proved = books.behaviours.get(method.id)?.authenticated ?? false;
      const asks = card.authentication && !proved;
      const result = asks ? askBuyer(confirmed, options) : charge(confirmed, method, card, proved);
      if (result.last_payment_error) throw declinedBy(result);
      return result;
    },
    authenticate(id, outcome) {
      const intent = intentOf(id);
      const method = books.methods.get(intent.payment_method ?? '');
      const card = books.behaviours.get(intent.payment_method ?? '')?.card;
      if (intent.status !== 'requires_action' || !method || !card) {
        throw unexpected(
          intent,
          `This PaymentIntent is not waiting for its buyer: it has a status of ${intent.status}.`,
        );
      }
      if (outcome === 'complete' && intent.confirmation_method === 'manual') {
        books.behaviours.put({ id: method.id, created: method.created, card, authenticated: true });
        return books.intents.put({ ...intent, next_action: null, status: 'requires_confirmation' });
      }
      if (outcome === 'complete') return charge(intent, method, card, true);
      return fail(intent, method, {
        code: 'payment_intent_authentication_failure',
        doc_url: 'https://stripe.com/docs/error-codes/payment-intent-authentication-failure',
        message: authenticationFailed,
        type: 'invalid_request_error',
      });
    },
    settle(id, outcome) {
      const intent = intentOf(id);
      const pending = books.charges.get(intent.latest_charge ?? '');
      const method = books.methods.get(intent.payment_method ?? '');
      if (intent.status !== 'processing' || !pending || !method) {
        throw unexpected(intent, `This PaymentIntent is not processing: it has a status of ${intent.status}.`);
      }
      return outcome === 'succeeded' ? succeed(intent, pending) : decline(intent, pending, method, genericDecline);
    },
    cancel(id, reason) {
      const intent = intentOf(id);
      if (!intent.status.startsWith('requires_')) {
        throw unexpected(
          intent,
          `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action.`,
        );
      }
      const canceled = books.intents.put({
        ...intent,
        canceled_at: now(),
        cancellation_reason: reason,
        next_action: null,
        status: 'canceled',
      });
      books.record('payment_intent.canceled', canceled);
      return canceled;
    },
  };
}

function readyMade(method: string): CardEntry {
  const [number] = Object.entries(testCards).find(([, card]) => card.method === method) ?? [];
  if (!number) throw missing('PaymentMethod', method, 'payment_method');
  return { number, expMonth: 12, expYear: new Date().getUTCFullYear() + 1, cvc: '123' };
}

/** What the bank would not even look at. */
function checked(entry: CardEntry): CardEntry {
  const refuse = (code: string, message: string, param: string) =>
    new Refusal(402, message, { type: 'card_error', code, param: `payment_method_data[card][${param}]` });
  const { number, expMonth, expYear, cvc } = entry;
  if (!/^\d{13,19}$/.test(number) || !passesLuhn(number)) {
    throw refuse('incorrect_number', 'Your card number is incorrect.', 'number');
  }
  if (!(expMonth >= 1 && expMonth <= 12)) {
    throw refuse('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
  const today = new Date();
  if (!(expYear * 12 + expMonth > today.getUTCFullYear() * 12 + today.getUTCMonth())) {
    throw refuse('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  if (!/^\d{3,4}$/.test(cvc)) throw refuse('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  return entry;
}

function declinedBy(intent: Intent): Refusal {
  const { message, type: _type, code, ...more } = intent.last_payment_error ?? { type: 'card_error' };
  return new Refusal(402, message ?? '', { type: 'card_error', code, more: { ...more, payment_intent: intent } });
}
