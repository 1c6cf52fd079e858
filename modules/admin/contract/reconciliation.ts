import { z } from 'zod';

export const sumNames = [
  /** What the provider holds for us; what ballots have earned and what winners are owed: debits and credits. */
  'books',
  /** What ballots have earned by the ledger, by the payments that stand. */
  'revenue',
  /** Payments whose ballots must count, ballots that count: their worth, then how many. */
  'ballots',
  'ballot_count',
  /** What is owed to winners, was paid to them, was kept back: by the ledger, by the awards. */
  'prizes_owed',
  'prizes_paid',
  'prizes_withheld',
  /** Payments under way, those among them that are on schedule. */
  'under_way',
] as const;

/** Sums that must agree, as they are at one moment. `unit`: US cents, or how many. */
export const Reconciliation = z.object({
  at: z.iso.datetime(),
  lines: z.array(
    z.object({
      name: z.enum(sumNames),
      unit: z.enum(['cents', 'count']),
      left: z.int(),
      right: z.int(),
      agrees: z.boolean(),
    }),
  ),
  /** When the oldest payment began that is under way; null where none is. */
  oldestUnderWay: z.iso.datetime().nullable(),
  openDiscrepancies: z.int(),
});
export type Reconciliation = z.infer<typeof Reconciliation>;
