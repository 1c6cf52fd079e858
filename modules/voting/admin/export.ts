import type { Db } from '#src/platform/db.ts';
import { byteOrderMark, csvLine } from '#src/shared/csv.ts';
import { type TopicAdministration, type TopicColumn, topicColumns } from '../contract/admin.ts';
import { ChoiceModel, TopicModel } from '../topics/models.ts';
import { narrowTopics } from './table.ts';

/** Topics of an export that are read at once. */
const batch = 200;

type Cells = Partial<Record<TopicColumn, string | number | null>>;

/** Topics with their choices as a file that `importTopics` reads again. */
export function createTopicExport(db: Db): Pick<TopicAdministration, 'exportTopics'> {
  return {
    async *exportTopics(filter) {
      yield byteOrderMark + csvLine(topicColumns);
      let after = 0;
      for (;;) {
        const topics = await TopicModel.query(db)
          .modify(narrowTopics, filter)
          .where('id', '>', after)
          .orderBy('id')
          .limit(batch);
        const ids = topics.map((topic) => topic.id);
        const choices = await ChoiceModel.query(db).whereIn('topic_id', ids).orderBy('position').orderBy('id');
        const byTopic = Map.groupBy(choices, ({ topicId }) => topicId);
        yield topics.flatMap((topic) => linesOf(topic, byTopic.get(topic.id) ?? [])).join('');
        if (topics.length < batch) return;
        after = ids.at(-1) as number;
      }
    },
  };
}

function linesOf(topic: TopicModel, choices: ChoiceModel[]): string[] {
  const { id, name, description, nameEs, descriptionEs, nameFr, descriptionFr, category, imageUrl } = topic;
  const cells: Cells = {
    ...{ id, topic: name, description, nameEs, descriptionEs, nameFr, descriptionFr, category, image: imageUrl },
    startDate: topic.startDate?.toISOString() ?? null,
    endDate: topic.endDate?.toISOString() ?? null,
    // Words would be translated by some spreadsheets.
    isActive: topic.isActive ? 1 : 0,
    isFeatured: topic.isFeatured ? 1 : 0,
  };
  const lines: Cells[] = choices.map((choice) => ({
    ...cells,
    choice: choice.name,
    choiceDescription: choice.description,
    choiceImage: choice.imageUrl,
  }));
  return (lines.length === 0 ? [cells] : lines).map((line) => csvLine(topicColumns.map((column) => line[column])));
}
