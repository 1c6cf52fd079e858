import type { Db } from '../../src/platform/db.ts';
import type { Language } from '../../src/shared/languages.ts';

/** Every message that the product sends, and what its text needs. */
export interface Templates {
  /** A code that proves an address; `minutes` is how long it is valid. */
  verification_code: { username: string; code: string; minutes: number };
  /** To the owner of an address that somebody registered again. */
  already_registered: { username: string };
}
export type Template = keyof Templates;

export type Message = {
  [T in Template]: {
    template: T;
    /** An e-mail address that has been validated. */
    to: string;
    language: Language;
    values: Templates[T];
    /** When the message stops making sense; it is not sent after that. */
    expiresAt?: Date;
  };
}[Template];

export interface Notifications {
  /** Has the message sent once the change's transaction is committed; if it is not, nothing is sent. */
  send(trx: Db, message: Message): Promise<void>;
  /** Brings a message out. Does nothing when it was sent or given up; rejects when it should be tried again. */
  deliver(messageId: number): Promise<void>;
  /** Ends the tries for a message. */
  giveUp(messageId: number): Promise<void>;
}
