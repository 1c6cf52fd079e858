import { z } from 'zod';
import type { Db } from '#src/platform/db.ts';
import { daysFilter } from '#src/shared/days.ts';
import { IdInAddress } from '#src/shared/ids.ts';
import { currencies } from '#src/shared/money.ts';
import { type Page, PageQuery, pageOf, sortBy } from '#src/shared/paging.ts';
import { orNothing } from '#src/shared/texts.ts';
import type { Viewer } from '#src/shared/viewer.ts';
import { Payment, paymentStatuses } from './index.ts';

/** What of the payments is wanted; `q` is a payment's number, an intent's or a charge's id, or part of a buyer's name or e-mail. */
export const AdminPaymentsQuery = PageQuery.extend({
  q: z.string().trim().max(254, 'too_long').default(''),
  status: orNothing(z.enum(paymentStatuses, 'invalid')),
  topicId: orNothing(IdInAddress),
  userId: orNothing(IdInAddress),
  currency: orNothing(z.enum(currencies, 'invalid')),
  ...daysFilter,
  sort: sortBy(['id', 'paidAt', 'usdCents'], '-id'),
});
export type AdminPaymentsQuery = z.infer<typeof AdminPaymentsQuery>;

/** A payment as admins see it. `amount` is in the currency's minor units, `usdCents` is what it is worth in the books. */
export const AdminPayment = Payment.extend({
  /** Null where the topic cannot be shown any more. */
  topic: Payment.shape.topic.nullable(),
  topicId: z.int(),
  userId: z.int(),
  /** Null where the buyer has been erased. */
  username: z.string().nullable(),
  usdCents: z.int(),
  /** Whether the buyer's bank has ever taken it back. */
  disputed: z.boolean(),
  /** An admin has asked for its refund. */
  refundAsked: z.boolean(),
  intentId: z.string().nullable(),
  chargeId: z.string().nullable(),
  /** The payment's page at the provider; null where the provider knows nothing of it. */
  providerUrl: z.string().nullable(),
});
export type AdminPayment = z.infer<typeof AdminPayment>;

export const ledgerKinds = [
  'charge',
  'refund',
  'refund_returned',
  'dispute',
  'dispute_won',
  'award',
  'award_withheld',
  'payout',
] as const;
/** What can happen to money that was charged. */
export const movementKinds = ['refund', 'refund_returned', 'dispute', 'dispute_won'] as const;
/** provider: what it holds for us; revenue: what ballots have earned; prizes: what is owed to winners. */
export const ledgerAccounts = ['provider', 'revenue', 'prizes'] as const;

/** A movement of US cents between two accounts, as books have it; `amount` is in the currency's minor units. */
export const LedgerRow = z.object({
  id: z.int(),
  bookedAt: z.iso.datetime(),
  kind: z.enum(ledgerKinds),
  debit: z.enum(ledgerAccounts),
  credit: z.enum(ledgerAccounts),
  usdCents: z.int(),
  currency: z.enum(currencies),
  amount: z.int(),
  /** The provider's number of what moved the money, or the award. */
  reference: z.string(),
  paymentId: z.int().nullable(),
});
export type LedgerRow = z.infer<typeof LedgerRow>;

export const LedgerFilter = z.object({
  kind: orNothing(z.enum(ledgerKinds, 'invalid')),
  paymentId: orNothing(IdInAddress),
  ...daysFilter,
});
export type LedgerFilter = z.infer<typeof LedgerFilter>;
export const LedgerQuery = LedgerFilter.extend(PageQuery.shape);
export type LedgerQuery = z.infer<typeof LedgerQuery>;

/** What has come into an account and gone out of it, in US cents. */
export const Balance = z.object({ account: z.enum(ledgerAccounts), debit: z.int(), credit: z.int(), balance: z.int() });
export type Balance = z.infer<typeof Balance>;

/** A page of the ledger, with the balances of everything that the filter leaves. */
export const LedgerPage = pageOf(LedgerRow).extend({ balances: z.array(Balance) });
export type LedgerPage = z.infer<typeof LedgerPage>;

/** A dispute by the ledger: `taken` while its money is with the bank (undecided, or lost), `won` when it has come back. */
export const Dispute = z.object({
  reference: z.string(),
  paymentId: z.int(),
  userId: z.int(),
  username: z.string().nullable(),
  amount: z.int(),
  currency: z.enum(currencies),
  usdCents: z.int(),
  state: z.enum(['taken', 'won']),
  since: z.iso.datetime(),
  providerUrl: z.string().nullable(),
});
export type Dispute = z.infer<typeof Dispute>;

export const discrepancyKinds = [
  /** What was charged is not what was asked for. */
  'mismatch',
  /** The money went back after the results were final, and the ballot stays. */
  'after_finalization',
  /** The provider could not be asked, again and again, or does not do what it is asked for. */
  'unsettled',
] as const;

/** Something that did not fit, and what an admin found out about it. */
export const Discrepancy = z.object({
  id: z.int(),
  kind: z.enum(discrepancyKinds),
  detail: z.string(),
  paymentId: z.int(),
  paymentStatus: z.enum(paymentStatuses),
  foundAt: z.iso.datetime(),
  resolvedAt: z.iso.datetime().nullable(),
  resolvedBy: z.int().nullable(),
  /** Who has resolved it; null where nobody has, or the person has been erased. */
  resolver: z.string().nullable(),
  note: z.string().nullable(),
  providerUrl: z.string().nullable(),
});
export type Discrepancy = z.infer<typeof Discrepancy>;

export const discrepancyStates = ['open', 'resolved', 'all'] as const;
export const DiscrepanciesQuery = PageQuery.extend({ state: z.enum(discrepancyStates, 'invalid').default('open') });
export type DiscrepanciesQuery = z.infer<typeof DiscrepanciesQuery>;

const reason = z.string('required').trim().min(1, 'required').max(500, 'too_long');
export const RefundPayment = z.strictObject({ reason });
export const ResolveDiscrepancy = z.strictObject({ note: reason });

/** One thing that is known of a payment's past: `detail` is a code, a type or a number, as its source has it. */
const Occurrence = z.object({
  at: z.iso.datetime(),
  what: z.enum(['begun', 'declined', 'charged', 'refund_asked', 'told', 'found', 'resolved', ...movementKinds]),
  detail: z.string().nullable(),
});

/** Everything that is known of one payment. */
export const AdminPaymentDetail = AdminPayment.extend({
  /** A decimal: how many units of the currency one US dollar made. */
  rate: z.string(),
  /** Names of the choices in order; null while the results are hidden: then the buyer alone may read it (decision 3). */
  ranking: z.array(z.string()).nullable(),
  refund: z
    .object({
      requestedBy: z.int(),
      requester: z.string().nullable(),
      reason: z.string().nullable(),
      requestedAt: z.iso.datetime(),
    })
    .nullable(),
  ledger: z.array(LedgerRow),
  disputes: z.array(Dispute),
  discrepancies: z.array(Discrepancy),
  /** Oldest first. */
  timeline: z.array(Occurrence),
});
export type AdminPaymentDetail = z.infer<typeof AdminPaymentDetail>;

/** What the books and the payments say, each from rows of its own, for whoever compares them. In US cents. */
export interface BookSums {
  /** What the ledger says. Of revenue, what payments have earned that are at rest: only that can be compared. */
  booked: {
    held: number;
    earnedAndOwed: number;
    revenue: number;
    awarded: number;
    withheld: number;
    paid: number;
  };
  /** Payments that stand, and those whose ballots go on counting although their money went back (`kept`). */
  stood: { payments: number; cents: number; kept: number; keptCents: number };
  /** Payments under way, those among them that have been for too long or could not be settled, and since when. */
  waiting: { payments: number; stuck: number; oldest: Date | null };
  openDiscrepancies: number;
}

export interface PaymentAdministration {
  /** 25 a page. */
  adminPayments(query: AdminPaymentsQuery): Promise<Page<AdminPayment>>;
  /** Throws `not_found`. */
  adminPayment(id: number): Promise<AdminPaymentDetail>;
  /**
   * Gives a payment back: what is asked for here, settling carries out. Before the topic is finalized the ballot is voided
   * with it; afterwards ballot and results stay. Throws `not_found`, and `not_refundable` for a payment that is not charged,
   * goes back already, or is disputed.
   */
  refund(admin: Viewer, paymentId: number, reason: string): Promise<void>;
  /** Newest first, 25 a page. */
  disputes(page: number): Promise<Page<Dispute>>;
  /** Newest first, 25 a page. */
  ledger(query: LedgerQuery): Promise<LedgerPage>;
  /** The same as lines of CSV, whole, oldest first; that somebody took it stands in the audit. */
  exportLedger(admin: Viewer, filter: LedgerFilter): Promise<AsyncIterable<string>>;
  /** Newest first, 25 a page. */
  discrepancies(query: DiscrepanciesQuery): Promise<Page<Discrepancy>>;
  /** Notes that somebody has seen to it. Throws `not_found`, and `changed_meanwhile` where somebody was faster. */
  resolveDiscrepancy(admin: Viewer, id: number, note: string): Promise<void>;
  bookSums(db: Db): Promise<BookSums>;
}
