import type { Db } from '#src/platform/db.ts';
import type { Language } from '#src/shared/languages.ts';

/** An address whose owner has consented to marketing mail, and the language asked for. */
export interface MarketingAddress {
  address: string;
  language: Language;
}

/** Who may be sent marketing by e-mail, and when: consent, and at most two in any seven days (decision 7). */
export interface Marketing {
  /**
   * The addresses that may be written to, all of them or those among `emails` (in lower case), in the order of their ids and
   * in batches, as they all are at one moment. Read to its end within the transaction, and one at a time.
   */
  marketingAudience(trx: Db, emails?: string[]): AsyncIterable<MarketingAddress[]>;
  /** How many addresses have consented, and how many of those have no room for another mail now. */
  marketingReach(db: Db): Promise<{ consented: number; overLimit: number }>;
  /**
   * Asks, right before a mail leaves, whether it may, and counts it. `again`: it was counted before and did not leave, so only
   * the consent is asked for. The subscription stays locked until the transaction ends, so an opt-out comes before or after it.
   */
  claimMarketing(trx: Db, email: string, again: boolean): Promise<'granted' | 'unconsented' | 'over_limit'>;
  /** The e-mail addresses, in lower case, under which something may be kept of a person: the account's, and those it subscribed. */
  emailsOf(db: Db, person: { id: number; email: string }): Promise<string[]>;
}

export interface Unsubscribing {
  /** What a link to unsubscribe carries. Tells nobody the address, and works as long as the product has its secret. */
  unsubscribeToken(address: string): string;
  /** Turns marketing off for the address that a token names. Does alike for a token that is none. */
  unsubscribe(token: string): Promise<void>;
}
