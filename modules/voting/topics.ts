import type { Db } from '../../src/platform/db.ts';
import { AppError } from '../../src/shared/errors.ts';
import type { Topic, TopicCard } from './contract.ts';
import { TopicModel } from './models.ts';
import { topicStatus } from './rules/status.ts';
import type { Totals } from './totals.ts';

const now = 'clock_timestamp() as now';

/** Active by end, always open, upcoming by start, closed newest first (decision 2), by the database's clock. */
const listOrder = `
  case when start_date is null and end_date is null then 1
       when start_date > now() then 2
       when end_date <= now() then 3
       else 0 end,
  case when end_date <= now() then null when start_date > now() then start_date else end_date end asc,
  end_date desc, id`;

export function createTopics(db: Db, totals: Totals) {
  return {
    async list(): Promise<TopicCard[]> {
      const topics = await TopicModel.query(db).select('*', db.raw(now)).orderByRaw(listOrder);
      const counted = await totals.of(topics.map((topic) => topic.id));
      return topics.map((topic) => presentCard(topic, counted.get(topic.id)));
    },

    async one(id: number): Promise<Topic> {
      const topic = await TopicModel.query(db).findById(id).select('*', db.raw(now)).withGraphFetched('choices');
      if (!topic) throw new AppError('not_found');
      const counted = await totals.of([id]);
      const choices = (topic.choices ?? []).map(({ id, name, description, imageUrl }) => ({
        id,
        name,
        description,
        imageUrl,
      }));
      return { ...presentCard(topic, counted.get(id)), choices };
    },
  };
}

export type Topics = ReturnType<typeof createTopics>;

function presentCard(topic: TopicModel, totals = { ballots: 0, voters: 0 }): TopicCard {
  return {
    id: topic.id,
    name: topic.name,
    description: topic.description,
    nameEs: topic.nameEs,
    descriptionEs: topic.descriptionEs,
    nameFr: topic.nameFr,
    descriptionFr: topic.descriptionFr,
    imageUrl: topic.imageUrl,
    category: topic.category,
    isActive: topic.isActive ? 1 : 0,
    isFeatured: topic.isFeatured ? 1 : 0,
    startDate: topic.startDate?.toISOString() ?? null,
    endDate: topic.endDate?.toISOString() ?? null,
    resultsFinalized: topic.resultsFinalized ? 1 : 0,
    status: topicStatus(topic, topic.now),
    totalVotes: totals.ballots,
    participants: totals.voters,
  };
}
