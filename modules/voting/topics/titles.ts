import type { Db } from '#src/platform/db.ts';
import type { Choice, Voting } from '../contract/index.ts';
import { topicStatus } from '../rules/status.ts';
import { ChoiceModel, TopicModel } from './models.ts';

/** By what other modules name topics. Counts nothing: a letter wants a name, and may want it under a lock. */
export const titlesOf: Voting['titlesOf'] = async (db, topicIds) => {
  const topics = await TopicModel.query(db)
    .whereIn('id', topicIds)
    .select('id', 'name', 'name_es', 'name_fr', 'start_date', 'end_date', db.raw('clock_timestamp() as now'));
  return new Map(
    topics.map(({ id, name, nameEs, nameFr, now, ...dates }) => [
      id,
      { id, name, nameEs, nameFr, status: topicStatus(dates, now) },
    ]),
  );
};

/** The choices of topics, by topic, in their own order. */
export async function choicesByTopic(db: Db, topicIds: number[]): Promise<Map<number, Choice[]>> {
  const rows = await ChoiceModel.query(db).whereIn('topic_id', topicIds).orderBy('position');
  const byTopic = Map.groupBy(rows, ({ topicId }) => topicId);
  return new Map(
    [...byTopic].map(([topicId, own]) => [
      topicId,
      own.map(({ id, name, description, imageUrl }) => ({ id, name, description, imageUrl })),
    ]),
  );
}

export const choicesOf: Voting['choicesOf'] = async (db, topicId) =>
  (await choicesByTopic(db, [topicId])).get(topicId) ?? [];
