import { noWinnings, type Prizes } from '#modules/prizes/contract/index.ts';
import type { TopicSummary, VotingPages } from '#modules/voting/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import type { Site, TopicCard } from '../contract/index.ts';

interface Dependencies {
  db: Db;
  voting: Pick<VotingPages, 'ballotStats' | 'statsOfClosed'>;
  prizes: Pick<Prizes, 'winningsOf'>;
}

/** Topics with what has come of them: their ballots and their winners. */
export function createCards({ db, voting, prizes }: Dependencies) {
  return {
    async cardsOf(topics: TopicSummary[]): Promise<TopicCard[]> {
      const closed = topics.filter(({ status }) => status === 'closed');
      const [ballots, winnings] = await Promise.all([
        voting.statsOfClosed(closed),
        prizes.winningsOf(
          db,
          closed.map(({ id }) => id),
        ),
      ]);
      return topics.map((topic) => {
        const counted = ballots.get(topic.id);
        return { ...topic, stats: counted ? { ...counted, ...(winnings.get(topic.id) ?? noWinnings) } : null };
      });
    },

    async stats(topicId, viewer) {
      const counted = await voting.ballotStats(topicId, viewer);
      return { ...counted, ...((await prizes.winningsOf(db, [topicId])).get(topicId) ?? noWinnings) };
    },
  } satisfies Pick<Site, 'stats'> & Record<string, unknown>;
}

export type Cards = ReturnType<typeof createCards>;
