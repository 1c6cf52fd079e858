import type { Db } from '#src/platform/db.ts';
import { keepFresh } from '#src/platform/fresh.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Choice, Topic, TopicSummary } from '../contract/index.ts';
import { topicStatus } from '../rules/status.ts';
import { TopicModel } from './models.ts';
import { choicesByTopic } from './titles.ts';
import type { Totals } from './totals.ts';

/** What a summary shows, and the database's clock beside it. */
const columns = [
  'id',
  'name',
  'description',
  'name_es',
  'description_es',
  'name_fr',
  'description_fr',
  'image_url',
  'category',
  'is_active',
  'is_featured',
  'start_date',
  'end_date',
  'results_finalized',
  'cancelled_at',
];

/** What one topic shows beside that. */
export const correctionColumns = ['correction', 'correction_es', 'correction_fr'];

/** Active by end, always open, upcoming by start, closed newest first (decision 2), by the database's clock. */
export const listOrder = `
  case when cancelled_at is not null then 3
       when start_date is null and end_date is null then 1
       when start_date > now() then 2
       when end_date <= now() then 3
       else 0 end,
  case when end_date <= now() then null when start_date > now() then start_date else end_date end asc,
  end_date desc, id`;

export function createTopics(db: Db, totals: Totals) {
  // Choices hardly ever change, and every page of a topic asks for them: they may be two seconds old.
  const choicesOf = keepFresh<Choice[]>((topicIds) => choicesByTopic(db, topicIds), { maxAgeMs: 2_000, absent: [] });

  const rows = () => TopicModel.query(db).select(columns).select(db.raw('clock_timestamp() as now'));
  const summarize = async (topics: TopicModel[]): Promise<TopicSummary[]> => {
    const counted = await totals.of(topics.map((topic) => topic.id));
    return topics.map((topic) => presentSummary(topic, counted.get(topic.id)));
  };

  return {
    /** Rows to be narrowed, ordered, and then summarized. */
    rows,
    summarize,

    /** The topics with these numbers, as far as there are such. */
    async byIds(ids: number[]): Promise<Map<number, TopicSummary>> {
      const summaries = await summarize(await rows().whereIn('id', ids));
      return new Map(summaries.map((topic) => [topic.id, topic]));
    },

    async one(id: number): Promise<Topic> {
      const topic = await rows().select(correctionColumns).findById(id);
      if (!topic) throw new AppError('not_found');
      const [[summary], choices] = await Promise.all([summarize([topic]), choicesOf.of([id])]);
      const { correction, correctionEs, correctionFr } = topic;
      const note = { correction, correctionEs, correctionFr };
      return { ...(summary as TopicSummary), choices: choices.get(id) ?? [], ...note };
    },
  };
}

export type Topics = ReturnType<typeof createTopics>;

function presentSummary(topic: TopicModel, totals = { ballots: 0, voters: 0 }): TopicSummary {
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
    isCancelled: topic.cancelledAt ? 1 : 0,
    status: topicStatus(topic, topic.now),
    totalVotes: totals.ballots,
    participants: totals.voters,
  };
}
