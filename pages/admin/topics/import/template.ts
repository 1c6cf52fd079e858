import { type TopicColumn, topicColumns } from '#modules/voting/contract/admin.ts';
import { byteOrderMark, csvLine } from '#src/shared/csv.ts';

/** A topic of two choices, as an export would have it. */
export const example: Partial<Record<TopicColumn, string>> = {
  topic: 'Best dish of Spain',
  description: 'Which dish would you never miss?',
  nameEs: 'El mejor plato de España',
  descriptionEs: '¿Qué plato no te perderías nunca?',
  nameFr: 'Le meilleur plat d’Espagne',
  descriptionFr: 'Quel plat ne manqueriez-vous jamais\u00a0?',
  category: 'food',
  startDate: '2030-05-01T08:00:00Z',
  endDate: '2030-06-01T08:00:00Z',
  isActive: '1',
  isFeatured: '0',
};
const choices: Partial<Record<TopicColumn, string>>[] = [
  { choice: 'Paella', choiceDescription: 'Rice from Valencia' },
  { choice: 'Gazpacho', choiceDescription: 'Cold soup from Andalusia' },
];

/** The address of a file with every column and an example, for whoever has nothing to export yet. */
export function template(): string {
  const lines = choices.map((choice) => csvLine(topicColumns.map((column) => ({ ...example, ...choice })[column])));
  const file = byteOrderMark + csvLine(topicColumns) + lines.join('');
  return `data:text/csv;charset=utf-8,${encodeURIComponent(file)}`;
}
