import type { Db } from '#src/platform/db.ts';
import type { VotingFigures } from '../contract/figures.ts';
import { type Category, categories } from '../rules/categories.ts';
import { tierOfSize, tiers } from '../rules/tiers.ts';

/** How many of the newest ballots and of the strongest topics are shown. */
const recent = 10;
const top = 10;

interface TopicTier {
  topic_id: number;
  category: Category;
  name: string;
  tier: number;
  votes: number;
  cents: number;
}

/** Counts what the ballots of the whole site come to: one pass over all of them, one over those of the last 30 days. */
export async function countFigures(db: Db): Promise<VotingFigures> {
  const [parts, days, recentVotes, [totals]] = await Promise.all([
    rows<TopicTier>(
      db,
      `select topic_id, topic.category, topic.name, tier, votes, cents
         from (select topic_id, tier, count(*) as votes, coalesce(sum(usd_cents), 0)::bigint as cents
                 from voting.ballots where voided_at is null group by topic_id, tier) as counted
         join voting.topics as topic on topic.id = topic_id`,
    ),
    rows<{ day: string; votes: number; revenue: number }>(
      db,
      `select to_char(day, 'YYYY-MM-DD') as day, coalesce(votes, 0) as votes, coalesce(cents, 0) as revenue
         from generate_series((now() at time zone 'utc')::date - 29, (now() at time zone 'utc')::date, '1 day') as day
         left join (select (counted_at at time zone 'utc')::date as day, count(*) as votes,
                           coalesce(sum(usd_cents), 0)::bigint as cents
                      from voting.ballots
                     where voided_at is null and counted_at >= (now() at time zone 'utc')::date - 29
                     group by 1) as counted using (day)
        order by day`,
    ),
    rows<{ id: number; topic_id: number; name: string; tier: number; cents: number; counted_at: Date }>(
      db,
      `select ballot.id, topic_id, topic.name, tier, coalesce(usd_cents, 0) as cents, counted_at
         from voting.ballots as ballot join voting.topics as topic on topic.id = topic_id
        where voided_at is null order by ballot.id desc limit ${recent}`,
    ),
    rows<{ topics: number; choices: number }>(
      db,
      'select (select count(*) from voting.topics) as topics, (select count(*) from voting.choices) as choices',
    ),
  ]);
  const sum = (of: TopicTier[], what: 'votes' | 'cents') => of.reduce((total, part) => total + part[what], 0);
  const topics = [...Map.groupBy(parts, ({ topic_id }) => topic_id)].map(([id, own]) => ({
    ...{ id, name: own[0]?.name ?? '', totalVotes: sum(own, 'votes'), totalRevenue: sum(own, 'cents') },
  }));
  return {
    totalTopics: totals?.topics ?? 0,
    totalChoices: totals?.choices ?? 0,
    totalVotes: sum(parts, 'votes'),
    totalRevenue: sum(parts, 'cents'),
    byTier: tiers.map((tier) => {
      const own = parts.filter((part) => tierOfSize(part.tier) === tier);
      return { tier, votes: sum(own, 'votes'), revenue: sum(own, 'cents') };
    }),
    byCategory: categories.map((category) => {
      const own = parts.filter((part) => part.category === category);
      return { category, votes: sum(own, 'votes'), revenue: sum(own, 'cents') };
    }),
    days,
    recentVotes: recentVotes.map(({ id, topic_id, name, tier, cents, counted_at }) => ({
      ...{ id, topicId: topic_id, topicName: name, tier: tierOfSize(tier), amount: cents },
      createdAt: counted_at.toISOString(),
    })),
    topPerformingTopics: topics
      .sort((a, b) => b.totalVotes - a.totalVotes || b.totalRevenue - a.totalRevenue || a.id - b.id)
      .slice(0, top),
  };
}

async function rows<Row>(db: Db, sql: string): Promise<Row[]> {
  return (await db.raw<{ rows: Row[] }>(sql)).rows;
}
