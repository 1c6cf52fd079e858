import { z } from 'zod';
import { Id } from '#src/shared/ids.ts';
import { type Tier, tierSizes, tiers } from '../rules/tiers.ts';
import { TopicTitle } from './topics.ts';

/** A ballot as its writer sees it; ranking lists choice ids, the first place first. */
export const OwnBallot = z.object({
  id: z.int(),
  topicId: z.int(),
  tier: z.enum(tiers),
  ranking: z.array(z.int()),
  countedAt: z.iso.datetime(),
});
export type OwnBallot = z.infer<typeof OwnBallot>;

/** A counted ballot in its voter's history, with its topic and the ranked choices' names in order. `amount` in US cents. */
export const VoteHistoryItem = z.object({
  id: z.int(),
  topic: TopicTitle,
  isPaid: z.boolean(),
  tier: z.enum(tiers),
  amount: z.int(),
  createdAt: z.iso.datetime(),
  ranking: z.array(z.string()),
});
export type VoteHistoryItem = z.infer<typeof VoteHistoryItem>;

/** What somebody's counted ballots come to. Amounts in US cents. */
export interface VoterTotals {
  totalVotes: number;
  totalSpent: number;
  avgVoteAmount: number;
  lastVoteAt: string | null;
}

export const FreeVoteCheck = z.object({ hasUsedFreeVote: z.boolean() });
export type FreeVoteCheck = z.infer<typeof FreeVoteCheck>;

/** What every ballot's payload carries (specification 1, section 3). voterEmail is accepted and ignored (decision 1). */
export const ballotFields = {
  topicId: Id,
  tier: z.enum(tiers, 'tier_unknown'),
  voterEmail: z.string().max(254).optional(),
  voteItems: z
    .array(z.strictObject({ choiceId: Id, rank: z.int().min(1).max(10) }), 'required')
    .min(1, 'ballot_empty')
    .max(10, 'ballot_too_long'),
};
interface BallotPayload {
  topicId: number;
  tier: Tier;
  voteItems: { choiceId: number; rank: number }[];
}

/** Refuses a payload whose items are no ranking of distinct choices that its tier has places for. */
export function checkRanking({ tier, voteItems }: BallotPayload, context: z.RefinementCtx): void {
  const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['voteItems'], message });
  if (voteItems.length > tierSizes[tier]) refuse('ballot_too_long');
  const ranks = voteItems.map((item) => item.rank).sort((a, b) => a - b);
  if (ranks.some((rank, index) => rank !== index + 1)) refuse('ranks_broken');
  if (new Set(voteItems.map((item) => item.choiceId)).size !== voteItems.length) refuse('choice_twice');
}

/** The payload of a free ballot (specification 1, section 7). */
export const CreateFreeVote = z
  .strictObject({
    ...ballotFields,
    amount: z
      .string()
      .regex(/^0+(\.0+)?$/, 'amount_not_free')
      .optional(),
  })
  .superRefine(checkRanking);
export type CreateFreeVote = z.infer<typeof CreateFreeVote>;

/** A ballot to be written: distinct choices of the topic, the first place first, at most as many as the tier has places. */
export interface BallotDraft {
  topicId: number;
  tier: Tier;
  ranking: number[];
}

/** The ballot that a payload asks for. */
export function draftOf({ topicId, tier, voteItems }: BallotPayload): BallotDraft {
  return { topicId, tier, ranking: voteItems.toSorted((a, b) => a.rank - b.rank).map((item) => item.choiceId) };
}

/** A ballot that somebody has paid for: what it earns, in US cents, and the provider's time of the payment. */
export interface PaidBallot extends BallotDraft {
  paymentId: number;
  userId: number;
  usdCents: number;
  paidAt: Date;
}
