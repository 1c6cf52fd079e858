import { z } from 'zod';
import type { Db } from '#src/platform/db.ts';
import type { Language } from '#src/shared/languages.ts';
import { Email, orNothing, Phone } from '#src/shared/texts.ts';
import type { SessionUser } from '#src/shared/viewer.ts';
import type { Marketing, Unsubscribing } from './marketing.ts';

export * from './marketing.ts';

/** For how many days a message waits for its channel to be switched on, or to be tried again; then it expires (decision 9). */
export const heldDays = 3;

type AccountActionKind = 'account_deletion' | 'data_export';

/** Every mail that the product sends, and what its text needs. */
export interface MailTemplates {
  /** A code that proves an address; `minutes` is how long it is valid. */
  verification_code: { code: string; minutes: number };
  /** To the owner of an address that somebody registered again. */
  already_registered: Record<string, never>;
  /** A link for a new password; `minutes` is how long it is valid. */
  password_reset: { token: string; minutes: number };
  /** To the owner of an account whose password has just been changed. */
  password_changed: Record<string, never>;
  /** A code that proves who asks for an export or for the account's deletion. */
  account_action_code: { code: string; minutes: number; action: AccountActionKind };
  /** To the address that an account had before its e-mail or phone was changed. */
  contact_changed: { kind: 'email' | 'phone' };
  /** To an admin, about another one: `by` is who made it, null for a command of the people who run the site. */
  new_admin: { admin: string; userId: number; by: string | null };
  /** The last mail to somebody whose account has been erased. */
  account_erased: Record<string, never>;
  /** Asks the owner of an address whether its preferences shall be so; `hours` is how long the link is valid. */
  subscription_confirmation: { token: string; hours: number };
  /** `amount` and `date` are written in the mail's language; `size` is the tier's places, `ranking` names them in order. */
  payment_receipt: PaidFor & { size: number; ranking: string[] };
  /** `ballotStays`: the topic was final before, so that its ballots do not change any more. */
  payment_refunded: PaidFor & { why: 'late' | 'topic_cancelled' | 'admin' | 'other'; ballotStays: boolean };
  award: AwardValues;
  /** To voters who want to hear of it. */
  results_final: { topicId: number; topic: string };
  /** What an admin has written; `token` unsubscribes its address. A `test` says so in its subject. */
  broadcast: { subject: string; message: string; token: string; test: boolean };
}

/** What a winner is told. `size` is the tier's places; `amount` and `payableOn` are written in the mail's language. */
interface AwardValues {
  topicId: number;
  topic: string;
  size: number;
  place: number;
  amount: string;
  payableOn: string;
  /** Whether the winner's identity has to be verified first. */
  kyc: boolean;
}

/** What a mail says of a payment. */
interface PaidFor {
  /** The payment's number. */
  payment: number;
  topicId: number;
  topic: string;
  amount: string;
  date: string;
}

/** Likewise for text messages: one plain, short text each. */
export interface SmsTemplates {
  /** A code that proves a number; `minutes` is how long it is valid. */
  verification_code: { code: string; minutes: number };
  account_action_code: { code: string; minutes: number; action: AccountActionKind };
  subscription_confirmation: { token: string; hours: number };
}

/** A mail as it leaves, but for its address. */
export interface MailContents {
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

type MessageOf<Templates, Via> = {
  [T in keyof Templates]: Via & {
    template: T;
    /** An address that has been validated: of e-mail, or a number in E.164. */
    to: string;
    language: Language;
    values: Templates[T];
    /** When the message stops making sense; it is not sent after that. */
    expiresAt?: Date;
  };
}[keyof Templates];

export type MailMessage = MessageOf<MailTemplates, { channel?: 'email' }>;
export type SmsMessage = MessageOf<SmsTemplates, { channel: 'sms' }>;
export type Message = MailMessage | SmsMessage;

export const channels = ['email', 'sms'] as const;
export type Channel = (typeof channels)[number];

const off = z.boolean('invalid').default(false);

/** Specification 1, section 3. Both consents must be given each time. */
export const SubscriptionPreferences = z
  .strictObject({
    email: Email,
    phoneNumber: orNothing(Phone),
    emailNotifications: off,
    smsNotifications: off,
    marketingEmails: off,
    marketingSMS: off,
    gdprConsent: z.literal(true, 'gdpr_consent'),
    termsAccepted: z.literal(true, 'terms_accepted'),
  })
  .refine(({ phoneNumber, smsNotifications, marketingSMS }) => phoneNumber || !(smsNotifications || marketingSMS), {
    path: ['phoneNumber'],
    message: 'phone_for_sms',
  });
export type SubscriptionPreferences = z.infer<typeof SubscriptionPreferences>;

const notAsked = z.string('invalid').max(254, 'too_long').nullish();
/** Names the address of its type; the other one may stand there and is not looked at. */
export const OptOut = z.discriminatedUnion('optOutType', [
  z.strictObject({ optOutType: z.literal('email'), email: Email, phoneNumber: notAsked }),
  z.strictObject({ optOutType: z.literal('sms'), phoneNumber: Phone, email: notAsked }),
]);
export type OptOut = z.infer<typeof OptOut>;

/** What a link carries: 32 random bytes in base64url. Anything else is as unknown as a wrong one. */
export const LinkToken = z.strictObject({ token: z.string('required').min(1, 'required').max(100, 'too_long') });

export const SubscriptionsDone = z.object({ success: z.literal(true), message: z.string() });

/** The signed-in person's present preferences. Consents count as given while the texts are those that were agreed to. */
export const CurrentPreferences = z.object({
  email: z.string(),
  phoneNumber: z.string().nullable(),
  emailNotifications: z.boolean(),
  smsNotifications: z.boolean(),
  marketingEmails: z.boolean(),
  marketingSMS: z.boolean(),
  gdprConsent: z.boolean(),
  termsAccepted: z.boolean(),
});
export type CurrentPreferences = z.infer<typeof CurrentPreferences>;

/** What a confirmation link would do, or why it does nothing any more. A withdrawn one is as unknown as a wrong one. */
export const LinkState = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('ready'),
    channel: z.enum(channels),
    address: z.string(),
    service: z.boolean(),
    marketing: z.boolean(),
  }),
  z.object({ state: z.enum(['used', 'expired', 'unknown']) }),
]);
export type LinkState = z.infer<typeof LinkState>;

export interface Subscriptions {
  /**
   * The e-mail part applies at once where the address is the signed-in person's own; every other part is asked of the
   * owner of its address by a link (decision 7). Takes the same time whatever is known about the addresses. Throws
   * `too_many_requests` where an address was asked too often, all parts then being left as they were.
   */
  save(preferences: SubscriptionPreferences, viewer: SessionUser | null, language: Language): Promise<void>;
  /** Turns marketing off for an address and withdraws what waits to turn it on; the same for an unknown address. */
  optOut(input: OptOut): Promise<void>;
  /** What a link would do. Changes nothing, because mail scanners follow links. */
  link(token: string): Promise<LinkState>;
  /** Does what the link says, once. Throws `link_used`, `link_expired` or `link_unknown`. */
  confirm(token: string): Promise<void>;
  /**
   * Withdraws what somebody has asked, signed in, of addresses whose owners have not confirmed it yet: of one address, or of
   * all.
   */
  withdrawRequests(trx: Db, userId: number, of?: { channel: Channel; address: string }): Promise<void>;
  preferencesOf(viewer: SessionUser): Promise<CurrentPreferences>;
  /** Those among e-mail addresses, in lower case, whose owners want to hear of what they take part in. */
  wantNews(db: Db, emails: string[]): Promise<Set<string>>;
  /** A sweep: forgets requests after a week. */
  forgetStale(): Promise<void>;
}

/** How many text messages were written today (UTC), in all and by country (ISO 3166-1), the most first. */
export const TextsToday = z.object({
  total: z.int(),
  countries: z.array(z.object({ country: z.string(), texts: z.int() })),
});
export type TextsToday = z.infer<typeof TextsToday>;

/** What may be texted: numbers of mobile phones in the countries of the settings, so many a day. */
export interface Texting {
  /** A number as its country writes it (E.164). Throws `invalid` for `phoneNumber` where it may not be texted. */
  textable(db: Db, typed: string): Promise<string>;
  /** Whether a number may be texted now: what may be, and within today's budget. `send` decides. */
  hasRoomToText(db: Db, number: string): Promise<boolean>;
  textsToday(db: Db): Promise<TextsToday>;
}

export interface Notifications extends Subscriptions, Marketing, Unsubscribing, Texting {
  /**
   * Has the message sent once the change's transaction is committed; if it is not, nothing is sent. False for a text message
   * that may not be: then none is written.
   */
  send(trx: Db, message: Message): Promise<boolean>;
  /**
   * Brings a message out, or holds it back while its channel is switched off. Does nothing when it was sent or given up;
   * rejects when it should be tried again.
   */
  deliver(messageId: number): Promise<void>;
  /** When the last try has failed: keeps the message for three days at most, so that an admin can have it tried again. */
  postpone(messageId: number): Promise<void>;
  /** A sweep: has what was held back delivered once its channel is on again, and gives up what has expired meanwhile. */
  handOn(): Promise<void>;
  /** What `send` would have the template say, for a mail that does not wait among the messages. */
  renderBroadcast(values: MailTemplates['broadcast'], language: Language): MailContents;
}
