import { z } from 'zod';
import type { PlaceCounts } from '../rules/tally.ts';
import { tiers } from '../rules/tiers.ts';
import type { Choice } from './topics.ts';

export const ResultRow = z.object({
  id: z.int(),
  rank: z.int(),
  name: z.string(),
  description: z.string(),
  totalPoints: z.int(),
  totalVotes: z.int(),
  /** Ballots that put it on the first place, the second and so on to the tenth. */
  places: z.array(z.int()),
});
export type ResultRow = z.infer<typeof ResultRow>;

/** What a topic's counted ballots come to, tier by tier. Revenue is in US cents. */
export const BallotStats = z.object({
  totalVotes: z.int(),
  totalRevenue: z.int(),
  tierBreakdown: z.array(z.object({ tier: z.enum(tiers), count: z.int(), revenue: z.int() })),
});
export type BallotStats = z.infer<typeof BallotStats>;

/** How many ballots put one choice above each of the others; a ranked choice stands above one that is left out. */
export const HeadToHead = z.array(
  z.object({ id: z.int(), above: z.array(z.object({ id: z.int(), ballots: z.int() })) }),
);
export type HeadToHead = z.infer<typeof HeadToHead>;

/** A counted ballot on its way into the final count. `reference`: the voter's first one. */
export interface FrozenBallot {
  id: number;
  userId: number;
  /** Its places: 3, 5 or 10. */
  tier: number;
  ranking: number[];
  countedAt: Date;
  reference: boolean;
}

/** A topic that is being finalized, in one transaction: nothing of it changes until that ends. */
export interface Freeze {
  endDate: Date;
  choiceIds: number[];
  /** The places of the voters' first ballots alone. */
  references: PlaceCounts;
  /** All counted ballots, those of a voter one after the other by time. To be walked through once, before `complete`. */
  ballots(): AsyncIterable<FrozenBallot[]>;
  /** Stores the final results and marks the topic; gives what each tier has. */
  complete(): Promise<{ tier: number; ballots: number; revenueCents: number }[]>;
}

/** A finalized topic's choices in its own order, and its ranking. */
export interface FinalResults {
  choices: Pick<Choice, 'id' | 'name'>[];
  ranking: Pick<ResultRow, 'id' | 'rank' | 'totalPoints' | 'totalVotes'>[];
}
