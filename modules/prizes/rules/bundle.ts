import { z } from 'zod';
import { tierSizes } from '#modules/voting/rules/tiers.ts';

/** A tier by its number of places: 3, 5 or 10. */
const Size = z.literal(Object.values(tierSizes));
export type Size = z.infer<typeof Size>;

const Cents = z.int().nonnegative();
/** Stands for somebody or something without telling whom or what: equal strings are the same one. */
const Opaque = z.string().min(1);

/** A counted ballot as everybody may see it after finalization. Nothing in it says who cast it, or when. */
export const BundleBallot = z
  .object({
    ballot: Opaque,
    voter: Opaque,
    tier: Size,
    paid: z.boolean(),
    /** Whether it is its voter's first counted ballot of the topic, which the prize ranking counts. */
    reference: z.boolean(),
    /** Whether its voter may win (decision 5). */
    eligible: z.boolean(),
    accuracy: z.int().nonnegative(),
    /** Its place by time among the ballots of the same tier and the same accuracy, from 1. */
    order: z.int().positive(),
    /** Choice ids, the first place first. */
    ranking: z.array(z.int()).min(1),
  })
  .refine(({ tier, ranking }) => ranking.length <= tier && distinct(ranking), 'invalid');
export type BundleBallot = z.infer<typeof BundleBallot>;

/** What GET /api/topics/{id}/bundle gives: everything from which results and awards of a topic can be recounted. */
export const Bundle = z.object({
  topicId: z.int(),
  ruleVersion: z.int(),
  choices: z.array(z.object({ id: z.int(), name: z.string() })),
  ballots: z.array(BundleBallot),
  /** One for each tier, whether or not it has ballots. In US cents. */
  pools: z.array(z.object({ tier: Size, revenueCents: Cents, poolCents: Cents })),
  results: z.array(
    z.object({
      id: z.int(),
      rank: z.int().positive(),
      totalPoints: z.int().nonnegative(),
      totalVotes: z.int().nonnegative(),
    }),
  ),
  awards: z.array(
    z.object({ tier: Size, ballot: Opaque, voter: Opaque, accuracy: z.int().nonnegative(), cents: z.int().positive() }),
  ),
});
export type Bundle = z.infer<typeof Bundle>;

const Quick = Bundle.extend({ ballots: z.array(z.unknown()) });

/**
 * A bundle from JSON; throws a ZodError when it is none. A bundle may have a million ballots, so they are looked at by
 * `isBundleBallot`: 0.1 µs a ballot, where zod takes 1.3 to 2 µs and builds every ballot a second time.
 */
export function readBundle(input: unknown): Bundle {
  const { ballots, ...rest } = Quick.parse(input);
  return ballots.every(isBundleBallot) ? { ...rest, ballots } : Bundle.parse(input); // which says what is wrong
}

/** Whether a value is what `BundleBallot` accepts. */
export function isBundleBallot(value: unknown): value is BundleBallot {
  if (typeof value !== 'object' || value === null) return false;
  const { ballot, voter, tier, paid, reference, eligible, accuracy, order, ranking } = value as Record<string, unknown>;
  return (
    isOpaque(ballot) &&
    isOpaque(voter) &&
    (tier === 3 || tier === 5 || tier === 10) &&
    typeof paid === 'boolean' &&
    typeof reference === 'boolean' &&
    typeof eligible === 'boolean' &&
    Number.isSafeInteger(accuracy) &&
    (accuracy as number) >= 0 &&
    Number.isSafeInteger(order) &&
    (order as number) >= 1 &&
    Array.isArray(ranking) &&
    ranking.length >= 1 &&
    ranking.length <= tier &&
    ranking.every(Number.isSafeInteger) &&
    distinct(ranking)
  );
}

const isOpaque = (value: unknown) => typeof value === 'string' && value !== '';

/** At most ten numbers, so that comparing all is quicker than a set. */
function distinct(ranking: readonly number[]): boolean {
  for (let index = 1; index < ranking.length; index++) {
    if (ranking.indexOf(ranking[index] as number) < index) return false;
  }
  return true;
}
