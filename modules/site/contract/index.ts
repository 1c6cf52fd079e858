import { z } from 'zod';
import { Winnings } from '#modules/prizes/contract/index.ts';
import { BallotStats, type ListTopics, TopicSummary } from '#modules/voting/contract/index.ts';
import { shelfNames } from '#modules/voting/rules/shelves.ts';
import type { Viewer } from '#src/shared/viewer.ts';

/** What a topic's ballots and prizes come to. */
export const TopicStats = BallotStats.extend(Winnings.shape);
export type TopicStats = z.infer<typeof TopicStats>;

/** A topic as lists show it; with its statistics when it is closed (specification 1, section 2), else null. */
export const TopicCard = TopicSummary.extend({ stats: TopicStats.nullable() });
export type TopicCard = z.infer<typeof TopicCard>;

/** The home page: its rows with their first topics, each named once, and how many topics a row has in all. */
export const Home = z.object({
  topics: z.array(TopicCard),
  shelves: z.array(z.object({ name: z.enum(shelfNames), total: z.int(), topicIds: z.array(z.int()) })),
});
export type Home = z.infer<typeof Home>;

/** One page of a list; `pages` is 0 where nothing was found. */
export const TopicList = z.object({ topics: z.array(TopicCard), total: z.int(), page: z.int(), pages: z.int() });
export type TopicList = z.infer<typeof TopicList>;

/** What public pages show of several modules. Writes nothing, and has no tables. */
export interface Site {
  /** All topics, in the order of `VotingPages.topics`. */
  topics(): Promise<TopicCard[]>;
  home(): Promise<Home>;
  list(wanted: ListTopics): Promise<TopicList>;
  /** Throws and audits as `VotingPages.results` does. */
  stats(topicId: number, viewer: Viewer | null): Promise<TopicStats>;
}
