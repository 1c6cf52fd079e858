import type { Db } from '#src/platform/db.ts';
import type { Page } from '#src/shared/paging.ts';
import type { Viewer } from '#src/shared/viewer.ts';
import type { BallotDraft, OwnBallot, PaidBallot, VoteHistoryItem, VoterTotals } from './ballots.ts';
import type { VotingFigures } from './figures.ts';
import type { BallotStats, FinalResults, Freeze, HeadToHead, ResultRow } from './results.ts';
import type { Choice, HomeRows, ListTopics, Topic, TopicSummary, TopicTitle } from './topics.ts';

export * from './ballots.ts';
export * from './results.ts';
export * from './topics.ts';

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
