import { z } from 'zod';
import type { Db } from '#src/platform/db.ts';
import type { Page } from '#src/shared/paging.ts';

/** A card that several accounts have paid with. It is named by its newest payment: what the card is known by stays inside. */
export const SharedCard = z.object({
  newestPaymentId: z.int(),
  cardBrand: z.string().nullable(),
  cardLast4: z.string().nullable(),
  lastUsedAt: z.iso.datetime(),
  /** How many accounts share it. */
  accounts: z.int(),
  /** The numbers of the accounts, the lowest 50. */
  userIds: z.array(z.int()),
});
export type SharedCard = z.infer<typeof SharedCard>;

export interface SharedCards {
  /** The cards that somebody's account shares with others, the one used last first. */
  sharingCards(db: Db, userId: number): Promise<SharedCard[]>;
  /** All cards that accounts share, the one used last first, 25 a page. */
  sharedCards(db: Db, page: number): Promise<Page<SharedCard>>;
}
