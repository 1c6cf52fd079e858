import { z } from 'zod';
import { TopicTitle } from '#modules/voting/contract/index.ts';
import { tiers } from '#modules/voting/rules/tiers.ts';
import type { Db } from '#src/platform/db.ts';
import type { Page } from '#src/shared/paging.ts';
import type { Viewer } from '#src/shared/viewer.ts';

const TierName = z.enum(tiers);

/** Where a winner is from: 'City, Country' in English or 'Anonymous', and its parts; never a name. */
const Place = z.object({ location: z.string(), city: z.string().nullable(), country: z.string().nullable() });

/** Somebody who has won, and what, in US cents. */
export const Winner = Place.extend({ amount: z.int() });
export type Winner = z.infer<typeof Winner>;

/** What a topic's prizes have come to, in US cents; of the winners, those with the most come first, and at most three. */
export const Winnings = z.object({ winners: z.array(Winner), winnerCount: z.int(), prizeTotal: z.int() });
export type Winnings = z.infer<typeof Winnings>;
export const noWinnings: Winnings = { winners: [], winnerCount: 0, prizeTotal: 0 };

/** The prizes of a topic that is finalized, tier by tier. Money is US cents. */
export const TopicPrizes = z.object({
  ruleVersion: z.int(),
  finalizedAt: z.iso.datetime(),
  ballots: z.int(),
  voters: z.int(),
  /** Whether everybody may recount: a topic of few voters would tell who they are. */
  recountable: z.boolean(),
  pools: z.array(
    z.object({
      tier: TierName,
      ballots: z.int(),
      revenueCents: z.int(),
      poolCents: z.int(),
      /** Voters who took part in the contest: with an accuracy above 0, and eligible. */
      entrants: z.int(),
      awards: z.array(Place.extend({ place: z.int(), accuracy: z.int(), cents: z.int(), mine: z.boolean() })),
    }),
  ),
});
export type TopicPrizes = z.infer<typeof TopicPrizes>;

/** Where an award stands. */
export const awardStates = [
  /** The winner's identity has to be verified first. */
  'kyc',
  /** In the dispute window. */
  'waiting',
  'payable',
  'paid',
  'withheld',
] as const;
export type AwardState = (typeof awardStates)[number];

/** What somebody has won with a ballot, in US cents, and where it stands. */
const OwnAward = z.object({
  cents: z.int(),
  state: z.enum(awardStates),
  payableAt: z.iso.datetime(),
  reason: z.string().nullable(),
});
export type OwnAward = z.infer<typeof OwnAward>;

/** One of the viewer's own ballots on a finalized topic, with its accuracy place by place. */
export const OwnAccuracy = z.object({
  ballotId: z.int(),
  tier: TierName,
  accuracy: z.int(),
  /** The voter's place in the contest of the tier, for his or her best ballot of it; null where it does not compete. */
  place: z.int().nullable(),
  entrants: z.int(),
  eligible: z.boolean(),
  /** Null where it has won nothing. */
  award: OwnAward.nullable(),
  places: z.array(z.object({ choiceId: z.int(), place: z.int(), rank: z.int().nullable(), points: z.int() })),
});
export type OwnAccuracy = z.infer<typeof OwnAccuracy>;

/** A voter's best ballot of a tier on a finalized topic. */
export const RecordItem = z.object({
  topic: TopicTitle,
  finalizedAt: z.iso.datetime(),
  tier: TierName,
  accuracy: z.int(),
  place: z.int().nullable(),
  entrants: z.int(),
  award: OwnAward.nullable(),
});
export type RecordItem = z.infer<typeof RecordItem>;

/** How somebody has done over all finalized topics. Averages are of the best ballots of each tier and topic. */
export const RecordSummary = z.object({
  topics: z.int(),
  averageAccuracy: z.number(),
  bestAccuracy: z.int(),
  bestPlace: z.int().nullable(),
  awards: z.int(),
  awardedCents: z.int(),
});
export type RecordSummary = z.infer<typeof RecordSummary>;

export interface Prizes {
  /** Of finalized topics with awards, by topic. */
  winningsOf(db: Db, topicIds: number[]): Promise<Map<number, Winnings>>;
  /** What awards come to, in US cents, by where they stand. */
  awardSums(db: Db): Promise<Record<'owed' | 'paid' | 'withheld', number>>;
  /** Those among the people who have awards that are neither paid nor withheld (decision 7). */
  owedAmong(db: Db, userIds: number[]): Promise<Set<number>>;
  /** Throws `not_found` where the topic has no prizes: it is not finalized, or has no end. */
  ofTopic(topicId: number, viewer: Viewer | null): Promise<TopicPrizes>;
  /** The viewer's own ballots of a finalized topic; none where it is not. */
  ownAccuracies(topicId: number, userId: number): Promise<OwnAccuracy[]>;
  /** Newest first, 20 a page. */
  record(userId: number, page: number): Promise<Page<RecordItem>>;
  recordSummary(userId: number): Promise<RecordSummary>;
  /**
   * The public bundle of a topic, in pieces of JSON. Throws `not_found`, `results_not_final`, and `too_few_voters` for
   * fewer than 50.
   */
  bundle(topicId: number): Promise<AsyncIterable<string>>;
  /** A sweep: writes down a job for each topic that has ended, is not finalized and has none yet. */
  findEnded(): Promise<void>;
  /** A job: finalizes a topic once, all or nothing. While payments are under way it waits, for at most half an hour. */
  finalize(topicId: number): Promise<void>;
  /** A job: writes to the winners of a finalized topic, once. */
  tellWinners(topicId: number): Promise<void>;
  /** A job: tells the voters of a finalized topic who want to hear of it, going on where it was broken off. */
  tellVoters(topicId: number): Promise<void>;
}
