import { z } from 'zod';
import { categories } from '../rules/categories.ts';
import { tiers } from '../rules/tiers.ts';

/** What the ballots of the whole site come to. Revenue is of counted ballots, in US cents; days are those of UTC. */
export const VotingFigures = z.object({
  totalTopics: z.int(),
  totalChoices: z.int(),
  totalVotes: z.int(),
  totalRevenue: z.int(),
  byTier: z.array(z.object({ tier: z.enum(tiers), votes: z.int(), revenue: z.int() })),
  byCategory: z.array(z.object({ category: z.enum(categories), votes: z.int(), revenue: z.int() })),
  /** The last 30 days, the oldest first, those without a ballot too. */
  days: z.array(z.object({ day: z.iso.date(), votes: z.int(), revenue: z.int() })),
  /** The newest counted ballots: never what they rank. */
  recentVotes: z.array(
    z.object({
      id: z.int(),
      topicId: z.int(),
      topicName: z.string(),
      tier: z.enum(tiers),
      amount: z.int(),
      createdAt: z.iso.datetime(),
    }),
  ),
  topPerformingTopics: z.array(z.object({ id: z.int(), name: z.string(), totalVotes: z.int(), totalRevenue: z.int() })),
});
export type VotingFigures = z.infer<typeof VotingFigures>;
