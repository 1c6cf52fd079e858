import { z } from 'zod';
import type { Db } from '#src/platform/db.ts';
import { Digits, Id } from '#src/shared/ids.ts';
import type { Page } from '#src/shared/paging.ts';
import type { Viewer } from '#src/shared/viewer.ts';
import { categories } from '../rules/categories.ts';
import { listNames, type ShelfName } from '../rules/shelves.ts';
import type { PlaceCounts } from '../rules/tally.ts';
import { type Tier, tierSizes, tiers } from '../rules/tiers.ts';
import type { VotingFigures } from './figures.ts';

const Flag = z.union([z.literal(0), z.literal(1)]);
const Moment = z.iso.datetime().nullable();

/** What every view of a topic has. Times are ISO 8601 in UTC; names and descriptions in es and fr may be null (then English). */
export const TopicSummary = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  nameEs: z.string().nullable(),
  descriptionEs: z.string().nullable(),
  nameFr: z.string().nullable(),
  descriptionFr: z.string().nullable(),
  imageUrl: z.string().nullable(),
  category: z.enum(categories),
  isActive: Flag,
  isFeatured: Flag,
  startDate: Moment,
  endDate: Moment,
  resultsFinalized: Flag,
  /** Cancelled before its end: no ballots any more, payments are refunded, no prizes (decision 2). */
  isCancelled: Flag,
  status: z.enum(['always_open', 'upcoming', 'active', 'closed']),
  /** Counted ballots, at most two seconds old. */
  totalVotes: z.int(),
  /** Voters with a counted ballot, at most two seconds old. */
  participants: z.int(),
});
export type TopicSummary = z.infer<typeof TopicSummary>;

export const Choice = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  imageUrl: z.string().nullable(),
});
export type Choice = z.infer<typeof Choice>;

/** What one topic has beside what lists show of it: `correction` is a note beside a final one. */
export const topicDetails = {
  choices: z.array(Choice),
  correction: z.string().nullable(),
  correctionEs: z.string().nullable(),
  correctionFr: z.string().nullable(),
};
export const Topic = TopicSummary.extend(topicDetails);
export type Topic = z.infer<typeof Topic>;

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

/** By what other things name their topic: its name in every language, and where it stands. */
export const TopicTitle = TopicSummary.pick({ id: true, name: true, nameEs: true, nameFr: true, status: true });
export type TopicTitle = z.infer<typeof TopicTitle>;

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

/** The rows of the home page: the first topics of each, and how many a row has in all. Each topic is given once. */
export interface HomeRows {
  topics: TopicSummary[];
  shelves: { name: ShelfName; total: number; topicIds: number[] }[];
}

export const ListTopics = z.object({
  list: z.enum(listNames, 'invalid').default('all'),
  /** Words to search for, in any of the languages, with or without accents; topics that fit best come first. */
  q: z.string().trim().max(100, 'too_long').default(''),
  page: Digits.pipe(z.int().min(1, 'invalid').max(1_000, 'invalid')).default(1),
});
export type ListTopics = z.infer<typeof ListTopics>;

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

/**
 * What other modules ask and have done, in their own transactions where `db` is one. Nothing here is read from what this
 * module keeps for a moment, and nothing is counted for a mere name.
 */
export interface Voting {
  /** By number, archived ones too; what does not exist is left out. */
  titlesOf(db: Db, topicIds: number[]): Promise<Map<number, TopicTitle>>;
  /** A topic's choices in its own order. */
  choicesOf(db: Db, topicId: number): Promise<Choice[]>;
  /**
   * Throws why such a ballot could not be cast now: `not_found`, `topic_cancelled`, `voting_not_open`, `voting_closed`,
   * `invalid`. In a transaction it stays so until that ends: nobody takes away what is ranked, or the topic, meanwhile.
   */
  requireOpen(db: Db, draft: BallotDraft): Promise<void>;
  /**
   * Counts a paid ballot in the caller's transaction, unless it counts already. Throws why it cannot, leaving the
   * transaction usable: as `requireOpen` at the time of the payment, and `voting_closed` for a finalized topic.
   */
  countPaidBallot(trx: Db, ballot: PaidBallot): Promise<void>;
  /**
   * Voids the ballot of a payment in the caller's transaction, if it counts. False where it must go on counting, because
   * its topic was finalized before (decision 4).
   */
  voidPaidBallot(trx: Db, payment: { id: number; topicId: number }, reason: string): Promise<boolean>;
  /** Paid ballots that count, of all topics: how many, and what they are worth in US cents. */
  countedPaid(db: Db): Promise<{ ballots: number; usdCents: number }>;
  /** Those among the topics that take no ballots any more. */
  endedAmong(db: Db, topicIds: number[]): Promise<number[]>;
  /** Topics that have ended and wait for their final count, the longest ended first. */
  toFinalize(db: Db): Promise<number[]>;
  /** Since when a topic waits for its final count; null where it does not (any more). */
  waitsSince(db: Db, topicId: number): Promise<Date | null>;
  /**
   * Begins to finalize a topic in the caller's transaction; null where it is not to be (any more). Throws when somebody
   * holds the topic for too long.
   */
  freeze(trx: Db, topicId: number): Promise<Freeze | null>;
  /** The choices and the ranking of a finalized topic. Throws `not_found`, `results_not_final`. */
  finalResults(db: Db, topicId: number): Promise<FinalResults>;
  /** Rankings of a finalized topic's ballots, by number; of any other topic, none. */
  finalBallots(db: Db, topicId: number, ids: number[]): Promise<Map<number, { paid: boolean; ranking: number[] }>>;
  /** The user's own counted ballots of a topic, oldest first. */
  ownBallots(db: Db, topicId: number, userId: number): Promise<OwnBallot[]>;
  voterTotals(db: Db, userId: number): Promise<VoterTotals>;
  /** By number; those who have not voted are left out. */
  voterTotalsOf(db: Db, userIds: number[]): Promise<Map<number, VoterTotals>>;
  /** What the ballots of the whole site come to. For admins. */
  figures(db: Db): Promise<VotingFigures>;
}

/** What pages and routes show and do, each on connections of its own: some of it is kept for a moment, and says so. */
export interface VotingPages {
  /** All topics that are not archived, as in every list: active by end, always open, upcoming by start, closed newest first (decision 2). */
  topics(): Promise<TopicSummary[]>;
  home(): Promise<HomeRows>;
  list(wanted: ListTopics): Promise<Page<TopicSummary>>;
  /** Archived ones too. Its choices are at most two seconds old. Throws `not_found`. */
  topic(id: number): Promise<Topic>;
  /**
   * Throws `not_found`, and `results_hidden` unless the topic is viewable or the viewer an admin, whose look is audited,
   * once an hour and topic (decision 3).
   */
  results(topicId: number, viewer: Viewer | null): Promise<ResultRow[]>;
  /** Throws and audits as `results` does. */
  ballotStats(topicId: number, viewer: Viewer | null): Promise<BallotStats>;
  /** For cards: of those among the topics that are closed, by number; at most ten seconds old. */
  statsOfClosed(topics: Pick<TopicSummary, 'id' | 'status'>[]): Promise<Map<number, BallotStats>>;
  /** Who stands above whom, at most a minute old. Throws and audits as `results` does. */
  headToHead(topicId: number, viewer: Viewer | null): Promise<HeadToHead>;
  /** The user's own counted ballots of a topic, oldest first. */
  castBallots(topicId: number, userId: number): Promise<OwnBallot[]>;
  hasUsedFreeVote(topicId: number, userId: number): Promise<boolean>;
  /**
   * Casts the free ballot of a user. Throws `admins_cannot_vote`, `not_found`, `voting_not_open`, `voting_closed`,
   * `free_vote_used`, `invalid`; nothing is stored then.
   */
  castFreeBallot(viewer: Viewer, draft: BallotDraft): Promise<OwnBallot>;
  /** The user's counted ballots of all topics, newest first, 20 a page. */
  history(userId: number, page: number): Promise<Page<VoteHistoryItem>>;
}
