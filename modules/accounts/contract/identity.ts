import type { Db } from '#src/platform/db.ts';
import type { Person } from '#src/platform/personal-data.ts';
import type { Language } from '#src/shared/languages.ts';
import type { Role, Viewer } from '#src/shared/viewer.ts';
import type { Codes } from './codes.ts';

/** An account as requests about it name it. What is null is gone with the person. */
export interface AccountName {
  username: string | null;
  email: string | null;
  role: Role;
}

/** What requests about a whole account take: who it is, codes that prove it, and its end. */
export interface Identity extends Codes {
  /** Null for a number that nobody has. */
  personOf(db: Db, userId: number): Promise<Person | null>;
  /** The same, whose addresses nobody changes until the transaction ends, and the language to write in. Throws `not_found`. */
  heldPerson(trx: Db, userId: number): Promise<Person & { language: Language | null }>;
  /** By number, erased ones too. */
  namesOf(db: Db, userIds: number[]): Promise<Map<number, AccountName>>;
  /** Everything that this module holds of the person, as it goes into an export: no password, no hash, no code. */
  identityData(db: Db, userId: number): Promise<Record<string, unknown>>;
  /**
   * Leaves a bare number of a person in the caller's transaction, for ballots and payments to point at. Gives the picture, if
   * there is one: its file is to be removed once that is committed.
   */
  eraseIdentity(trx: Db, userId: number): Promise<{ picture: string | null }>;
  removePictureFile(picture: string): Promise<void>;
  /**
   * Begins a change of an account by an admin, in the change's transaction: one at a time over all processes, and by nobody
   * who has just ceased to be one. Since nobody decides about himself or herself, an admin is always left. Throws `forbidden`.
   */
  asAdmin(trx: Db, admin: Viewer): Promise<void>;
}
