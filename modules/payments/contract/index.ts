import { z } from 'zod';
import { ballotFields, checkRanking, TopicTitle } from '#modules/voting/contract/index.ts';
import { tiers } from '#modules/voting/rules/tiers.ts';
import type { Db } from '#src/platform/db.ts';
import type { Language } from '#src/shared/languages.ts';
import { type Currency, currencies } from '#src/shared/money.ts';
import type { Page } from '#src/shared/paging.ts';
import type { Viewer } from '#src/shared/viewer.ts';
import type { SharedCards } from './cards.ts';

export * from './cards.ts';

/** A ballot to be bought (specification 1, section 7): `amount` is a decimal in the currency's units (decision 4). */
export const CreateVotePayment = z
  .strictObject({
    ...ballotFields,
    amount: z.string('required').regex(/^\d{1,9}(\.\d{1,3})?$/, 'amount_format'),
    currency: z.enum(currencies, 'currency_unknown').default('USD'),
  })
  .superRefine(checkRanking);
export type CreateVotePayment = z.infer<typeof CreateVotePayment>;

/** What the browser needs to show the card form. `amount` is in the currency's minor units. */
export const VotePayment = z.object({
  paymentId: z.int(),
  clientSecret: z.string(),
  amount: z.int(),
  currency: z.enum(currencies),
  publishableKey: z.string(),
  scriptUrl: z.string(),
});
export type VotePayment = z.infer<typeof VotePayment>;

/** What the buyer has entered, on its way to the provider; nothing after the bank has asked the buyer. */
export const ConfirmPayment = z.strictObject({
  confirmationToken: z
    .string('required')
    .regex(/^ctoken_\w{1,100}$/, 'invalid')
    .optional(),
});

/** Why a card was not charged, as far as the buyer can do something about it. */
export const declineReasons = [
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'incorrect_number',
  'payment_intent_authentication_failure',
  'test_mode_live_card',
  'card_declined',
] as const;
export type DeclineReason = (typeof declineReasons)[number];

export const paymentStatuses = [
  /** Nothing is charged yet. */
  'open',
  /** The provider is at it. */
  'processing',
  /** Charged, and its ballot counts. */
  'succeeded',
  /** Never charged. */
  'canceled',
  /** Charged, does not count, and is on its way back. */
  'refunding',
  'refunded',
  /** The buyer's bank has taken it back, or is looking into it. */
  'disputed',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Why a payment is canceled or goes back. */
export const paymentReasons = [
  /** The provider dates it after the close, or the topic was finalized before it was known. */
  'late',
  'topic_cancelled',
  /** The topic takes no votes any more for another cause. */
  'not_open',
  /** Nobody went on with it. */
  'abandoned',
  /** Too many declines in a row. */
  'locked',
  /** Its buyer has been erased. */
  'erased',
  /** What the provider has charged is not what was asked for. */
  'mismatch',
  /** Refunded at the provider, wholly or in part; a part is completed. */
  'provider',
  /** An admin gives it back. */
  'admin',
] as const;
export type PaymentReason = (typeof paymentReasons)[number];

/** A payment as its buyer sees it. `amount` is in the currency's minor units. */
export const Payment = z.object({
  id: z.int(),
  topic: TopicTitle,
  tier: z.enum(tiers),
  amount: z.int(),
  currency: z.enum(currencies),
  status: z.enum(paymentStatuses),
  reason: z.enum(paymentReasons).nullable(),
  cardBrand: z.string().nullable(),
  cardLast4: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** When the card was charged, by the provider's clock. */
  paidAt: z.iso.datetime().nullable(),
});
export type Payment = z.infer<typeof Payment>;

export const Confirmation = z.object({
  payment: Payment,
  /** The bank asks the buyer first; when it has, the payment is confirmed again, without a token. */
  authenticate: z.boolean(),
  decline: z.enum(declineReasons).nullable(),
});
export type Confirmation = z.infer<typeof Confirmation>;

export interface Payments extends SharedCards {
  /**
   * Begins to buy a ballot, or goes on with the identical one that is open. Throws `price_changed` with the right amount,
   * what `Voting.requireOpen` throws, `admins_cannot_vote`, `too_many_payments` (10 attempts an hour), `paying_locked`
   * (5 declines in a row) and `payment_unavailable`; nothing is charged then. Of more than three that are open, the oldest
   * is taken back.
   */
  begin(viewer: Viewer, input: CreateVotePayment, language: Language): Promise<VotePayment>;
  /**
   * Has the card charged that was entered into the provider's form (`token`), or goes on after its bank has asked the buyer
   * (null). One at a time for a person and for a card, and what is declined has been counted before the next. Throws
   * `payment_in_progress`, `paying_locked`, `card_locked`, `too_many_payments`, `not_found`, `invalid` for an unknown token,
   * and `unavailable` where the provider gives no answer: then nobody knows yet what it has done.
   */
  confirm(viewer: Viewer, paymentId: number, token: string | null): Promise<Confirmation>;
  /** Asks the provider how a payment stands and brings everything in line with it. Throws `not_found`, `unavailable`. */
  settleOwn(viewer: Viewer, paymentId: number): Promise<Payment>;
  /**
   * As `settleOwn`, for whoever comes back from an authentication with the intent and its secret; the buyer needs no
   * secret. The status is null where the provider could not be asked. Throws `not_found`.
   */
  settleReturned(
    viewer: Viewer | null,
    intentId: string,
    clientSecret: string,
  ): Promise<{ paymentId: number; topicId: number; status: PaymentStatus | null }>;
  /** Throws `not_found` for a payment that is not the viewer's own. */
  own(viewer: Viewer, paymentId: number): Promise<Payment>;
  /** The user's payments that were charged, newest first, 20 a page. */
  history(userId: number, page: number): Promise<Page<Payment>>;
  /**
   * Takes what the provider says of itself: `body` is the request's bytes, untouched. Recorded once, followed by a job.
   * Throws `signature_invalid`; of what is not about a payment of ours, nothing is kept.
   */
  receiveEvent(body: Buffer, signature: string): Promise<void>;
  /** A job: brings one payment in line with the provider, whatever came first. */
  settle(paymentId: number): Promise<void>;
  /** When the job has failed for the last time: somebody is told, and it is tried again later. */
  reportUnsettled(paymentId: number, error: Error): Promise<void>;
  /** A job: has every payment of a cancelled topic settled, which gives it back. */
  refundTopic(topicId: number): Promise<void>;
  /** What has been paid and not gone back, by the currency that was charged; revenue in US cents, the most first. */
  byCurrency(db: Db): Promise<{ currency: Currency; payments: number; revenue: number }[]>;
  /** How many payments of a topic have not come to rest. */
  underWay(db: Db, topicId: number): Promise<number>;
  /** Books what becomes of an award, in the caller's transaction: owed, kept back, or paid out. Once each. */
  bookAward(trx: Db, kind: 'award' | 'award_withheld' | 'payout', award: { id: number; cents: number }): Promise<void>;
  /** A sweep: payments whose topic has ended, and those about which nothing was heard. */
  reconcile(): Promise<void>;
  /** A sweep: events that never came. */
  pullEvents(): Promise<void>;
  /** A sweep: confirmations and rows of declines that limit nothing any more. */
  forgetStale(): Promise<void>;
}
