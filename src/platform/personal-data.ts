import type { Db } from './db.ts';

/** Whose data it is. */
export interface Person {
  id: number;
  email: string;
  /** E.164. */
  phoneNumber: string | null;
}

/** What a module holds of people: it gives it out whole, and lets go of it. */
export interface PersonalData {
  /** Everything that the module holds of the person, as it goes into an export. */
  dataOf(db: Db, person: Person): Promise<Record<string, unknown>>;
  /** Erases it in the caller's transaction, but for what must stay under a bare number (decision 7). */
  erase(trx: Db, person: Person): Promise<void>;
  /** Those among the people who cannot be erased yet, because something of theirs has to be settled here first. */
  openMatters?(db: Db, userIds: number[]): Promise<Set<number>>;
}
