import type { Behaviour } from './behaviour.ts';
import type { Books } from './books.ts';
import type { Form } from './form.ts';
import { pageOf, pagingParameters } from './lists.ts';
import { check, group, integer, isMissing, list, metadata, money, oneOf, text, truth } from './parameters.ts';
import type { ConfirmOptions, Payments } from './payments.ts';
import { missing } from './refusal.ts';
import type { CardEntry } from './resources.ts';
import type { Reversals } from './reversals.ts';
import type { Kept, Shelf } from './shelf.ts';

/** One call of the API, its parameters read. */
export interface Call {
  books: Books;
  behaviour: Behaviour;
  payments: Payments;
  reversals: Reversals;
  baseUrl: string;
  form: Form;
  /** That of the path, if it names one. */
  id: string;
  path: string;
  /** A buyer's browser, with the publishable key. */
  byBuyer: boolean;
}

export interface Handler {
  /** Whether a buyer's browser may call it: with the payment's client secret, or with nothing but the publishable key. */
  buyers?: 'with secret' | 'freely';
  run(call: Call): object;
}

const describing = ['description', 'metadata', 'receipt_email'];
const paying = [
  'payment_method',
  'confirmation_token',
  'payment_method_data',
  'return_url',
  'use_stripe_sdk',
  'off_session',
];
const ofPayment = [
  'allowed_payment_method_types',
  'amount',
  'automatic_payment_methods',
  'capture_method',
  'confirm',
  'confirmation_method',
  'currency',
  'customer',
  'setup_future_usage',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'transfer_group',
  'payment_method_options',
  'shipping',
];

function createIntent({ form, payments, baseUrl }: Call): object {
  check(form, { known: [...ofPayment, ...describing, ...paying], needed: ['amount', 'currency'] });
  const automatic = group(form, 'automatic_payment_methods');
  const intent = payments.create({
    ...money(form),
    metadata: metadata(form) ?? {},
    allowed_payment_method_types: list(form, 'allowed_payment_method_types') ?? null,
    automatic_payment_methods: automatic
      ? {
          allow_redirects: oneOf(automatic, 'allow_redirects', ['always', 'never']) ?? 'always',
          enabled: truth(automatic, 'enabled') ?? false,
        }
      : null,
    description: text(form, 'description') ?? null,
    receipt_email: text(form, 'receipt_email') ?? null,
    customer: text(form, 'customer') ?? null,
    confirmation_method: oneOf(form, 'confirmation_method', ['automatic', 'manual']) ?? 'automatic',
    statement_descriptor: text(form, 'statement_descriptor') ?? null,
    statement_descriptor_suffix: text(form, 'statement_descriptor_suffix') ?? null,
    transfer_group: text(form, 'transfer_group') ?? null,
    setup_future_usage: oneOf(form, 'setup_future_usage', ['on_session', 'off_session']) ?? null,
  });
  if (!truth(form, 'confirm')) return intent;
  return payments.confirm(intent.id, { paidWith: paidWith(form), returnUrl: text(form, 'return_url'), baseUrl });
}

function describeIntent({ form, id, books, payments }: Call): object {
  check(form, { known: describing });
  const known = books.intents.get(id)?.metadata;
  const noted = metadata(form);
  return payments.describe(id, {
    ...(noted && { metadata: form.metadata === '' ? {} : { ...known, ...noted } }),
    ...(form.description !== undefined && { description: text(form, 'description') ?? null }),
    ...(form.receipt_email !== undefined && { receipt_email: text(form, 'receipt_email') ?? null }),
  });
}

function confirmIntent({ form, id, payments, baseUrl, byBuyer }: Call): object {
  check(form, { known: paying });
  return payments.confirm(id, { paidWith: paidWith(form), byBuyer, returnUrl: text(form, 'return_url'), baseUrl });
}

function createToken({ form, payments }: Call): object {
  check(form, { known: ['payment_method_data', 'return_url'], needed: ['payment_method_data'] });
  return payments.createToken(cardIn(group(form, 'payment_method_data') ?? {}), text(form, 'return_url'));
}

function retrieveToken({ books, id, form }: Call): object {
  check(form, { known: [] });
  const kept = books.tokens.get(id);
  if (!kept) throw missing('confirmation_token', id);
  return kept.token;
}

function paidWith(form: Form): ConfirmOptions['paidWith'] {
  const token = text(form, 'confirmation_token');
  if (token) return { token };
  const data = group(form, 'payment_method_data');
  return data ? cardIn(data) : text(form, 'payment_method');
}

function cardIn(data: Form): CardEntry {
  const card = group(data, 'card');
  if (!card) throw isMissing('payment_method_data[card]');
  const year = integer(card, 'exp_year') ?? 0;
  return {
    number: (text(card, 'number') ?? '').replace(/\s/g, ''),
    expMonth: integer(card, 'exp_month') ?? 0,
    expYear: year < 100 ? 2_000 + year : year,
    cvc: text(card, 'cvc') ?? '',
  };
}

function cancelIntent({ form, id, payments }: Call): object {
  check(form, { known: ['cancellation_reason'] });
  const reasons = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'] as const;
  return payments.cancel(id, oneOf(form, 'cancellation_reason', reasons) ?? null);
}

function createRefund({ form, reversals }: Call): object {
  check(form, { known: ['payment_intent', 'charge', 'amount', 'reason', 'metadata'] });
  const of = text(form, 'payment_intent') ?? text(form, 'charge');
  if (!of) throw isMissing('charge');
  return reversals.refund(of, {
    amount: integer(form, 'amount'),
    reason: oneOf(form, 'reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null,
    metadata: metadata(form) ?? {},
  });
}

function answerDispute({ form, id, reversals }: Call): object {
  check(form, { known: ['evidence', 'metadata', 'submit'] });
  return reversals.answer(id, metadata(form) ?? {});
}

function retrieve(object: string, shelf: (books: Books) => Shelf<Kept>): Handler {
  return {
    ...(object === 'payment_intent' && { buyers: 'with secret' as const }),
    run({ books, id, form }) {
      check(form, { known: [] });
      const found = shelf(books).get(id);
      if (!found) throw missing(object, id);
      return found;
    },
  };
}

/** A list that can be narrowed to one payment, whose items are then found without a search. */
function listed(shelf: (books: Books) => Shelf<Kept & { charge?: unknown }>): Handler {
  return {
    run({ books, form, path }) {
      check(form, { known: [...pagingParameters, 'payment_intent', 'charge'] });
      const intent = text(form, 'payment_intent') ?? books.charges.get(text(form, 'charge') ?? '')?.payment_intent;
      const charge = text(form, 'charge');
      const all = shelf(books);
      const narrowed = intent || charge ? only(all, all.of(intent ?? '')) : all;
      return pageOf(narrowed, form, path, (item) => !charge || item.charge === charge);
    },
  };
}

function only<T extends Kept>(shelf: Shelf<T>, items: T[]): Shelf<T> {
  const place = (id: string | undefined, otherwise: number) =>
    id === undefined ? otherwise : items.findIndex((item) => item.id === id);
  return {
    ...shelf,
    *newestFirst(after) {
      yield* items.slice(0, place(after, items.length)).reverse();
    },
    *oldestFirst(before) {
      yield* items.slice(place(before, -1) + 1);
    },
  };
}

function listIntents({ books, form, path }: Call): object {
  check(form, { known: [...pagingParameters, 'customer'] });
  return pageOf(books.intents, form, path, () => true);
}

function listEvents({ books, form, path }: Call): object {
  check(form, { known: [...pagingParameters, 'type', 'types', 'delivery_success'] });
  const one = text(form, 'type');
  const types = list(form, 'types') ?? (one ? [one] : undefined);
  const success = truth(form, 'delivery_success');
  const matches = (type: string) =>
    !types || types.some((wanted) => wanted === type || (wanted.endsWith('*') && type.startsWith(wanted.slice(0, -1))));
  const delivered = (id: string) => books.deliveries.get(id)?.state === 'delivered';
  return pageOf(
    books.events,
    form,
    path,
    ({ id, type }) => matches(type) && (success === undefined || delivered(id) === success),
  );
}

export const routes: ['get' | 'post', string, Handler][] = [
  ['post', '/v1/payment_intents', { run: createIntent }],
  ['get', '/v1/payment_intents', { run: listIntents }],
  ['get', '/v1/payment_intents/:id', retrieve('payment_intent', (books) => books.intents)],
  ['post', '/v1/payment_intents/:id', { run: describeIntent }],
  ['post', '/v1/payment_intents/:id/confirm', { buyers: 'with secret', run: confirmIntent }],
  ['post', '/v1/payment_intents/:id/cancel', { run: cancelIntent }],
  ['post', '/v1/confirmation_tokens', { buyers: 'freely', run: createToken }],
  ['get', '/v1/confirmation_tokens/:id', { run: retrieveToken }],
  ['get', '/v1/payment_methods/:id', retrieve('PaymentMethod', (books) => books.methods)],
  ['get', '/v1/charges', listed((books) => books.charges)],
  ['get', '/v1/charges/:id', retrieve('charge', (books) => books.charges)],
  ['post', '/v1/refunds', { run: createRefund }],
  ['get', '/v1/refunds', listed((books) => books.refunds)],
  ['get', '/v1/refunds/:id', retrieve('refund', (books) => books.refunds)],
  ['get', '/v1/disputes', listed((books) => books.disputes)],
  ['get', '/v1/disputes/:id', retrieve('dispute', (books) => books.disputes)],
  ['post', '/v1/disputes/:id', { run: answerDispute }],
  ['get', '/v1/events', { run: listEvents }],
  ['get', '/v1/events/:id', retrieve('event', (books) => books.events)],
];
