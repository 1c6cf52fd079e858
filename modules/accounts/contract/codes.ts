import type { Db } from '#src/platform/db.ts';
import type { ErrorCode } from '#src/shared/errors.ts';

export const codePurposes = [
  'email_verification',
  'phone_verification',
  'export_email',
  'export_phone',
  'deletion_email',
  'deletion_phone',
  'email_change',
  'phone_change',
] as const;
export type CodePurpose = (typeof codePurposes)[number];

/** How a code can be refused. */
export const wrongCode: readonly ErrorCode[] = ['invalid_code', 'code_expired'];

/** How long a code is valid (decision 1). */
export const codeMinutes = 10;

/** Whom a code is for, and what it would prove. */
export interface WantedCode {
  userId: number;
  purpose: CodePurpose;
  address: string;
  /** Asked for by a browser that has nothing to do with the account. */
  elsewhere?: boolean | undefined;
}

/** A code that somebody has typed. `elsewhere`: in such a browser; its tries leave some to the one that has to do with it. */
export interface TypedCode {
  userId: number;
  purpose: CodePurpose;
  code: string;
  elsewhere?: boolean;
}

/** Codes that prove an address of an account. */
export interface Codes {
  /**
   * Issues a code inside the caller's transaction, whose locks on account and address make the counts exact; earlier
   * codes of the purpose end. Null when there is no room for another, or when `pause` is asked for and the last one is too
   * young: then a code that lies in the same mailbox already stays good.
   */
  issueCode(trx: Db, wanted: WantedCode & { pause: boolean }): Promise<{ code: string; expiresAt: Date } | null>;
  /**
   * Redeems a code and does what it allows for its address, together or not at all. The try is counted before anything
   * is compared, in a statement of its own, so that guesses made at once are counted one by one: not for a transaction.
   * Throws `invalid_code`, `code_expired`.
   */
  redeemCode<T>(db: Db, typed: TypedCode, allow: (trx: Db, address: string) => Promise<T>): Promise<T>;
}
