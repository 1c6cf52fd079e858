import type { Db } from '#src/platform/db.ts';
import { createPictures } from '#src/platform/pictures.ts';
import type { Storage } from '#src/platform/storage.ts';
import { type TopicAdministration, topicPicturePath } from '../contract/admin.ts';
import type { Topics } from '../topics/topics.ts';
import { createTopicChoices } from './choices.ts';
import { createTopicEdits } from './edits.ts';
import { createTopicEndings } from './endings.ts';
import { createTopicExport } from './export.ts';
import { createTopicImport } from './import.ts';
import { createTopicTable } from './table.ts';

/** The back office of topics and choices (specification 2, section 2.4; decisions 2 and 9). */
export function createTopicAdministration(db: Db, storage: Storage, topics: Topics): TopicAdministration {
  const table = createTopicTable(db, topics);
  const pictures = createPictures(storage, 'topic-pictures/', { width: 1_600, height: 1_600, cut: false });
  return {
    ...table,
    ...createTopicEdits(db, table),
    ...createTopicChoices(db, topics),
    ...createTopicExport(db),
    ...createTopicImport(db),
    ...createTopicEndings(db),
    storeTopicPicture: async (admin, picture) => ({
      address: topicPicturePath + (await pictures.store(admin.id, picture)),
    }),
    topicPicture: pictures.get,
  };
}
