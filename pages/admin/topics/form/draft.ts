import type { AdminTopic, ChoiceInput, CreateTopic } from '#modules/voting/contract/admin.ts';

/** A choice in the form. It is one and the same by its `key`, wherever it moves; an `id` has what is stored already. */
export interface ChoiceRow {
  key: string;
  id?: number;
  name: string;
  description: string;
  image: string;
}

/** What stands in the form: texts are as they were typed, moments ISO 8601 or empty. */
export interface Draft {
  name: string;
  description: string;
  nameEs: string;
  descriptionEs: string;
  nameFr: string;
  descriptionFr: string;
  category: CreateTopic['category'];
  image: string;
  startDate: string;
  endDate: string;
  isActive: boolean;
  isFeatured: boolean;
  choices: ChoiceRow[];
}
export type PlainField = Exclude<keyof Draft, 'choices'>;

export const plainFields = [
  'name',
  'nameEs',
  'nameFr',
  'description',
  'descriptionEs',
  'descriptionFr',
  'category',
  'image',
  'startDate',
  'endDate',
  'isActive',
  'isFeatured',
] as const satisfies PlainField[];

let rows = 0;

/** A choice that is not stored yet. */
export function newRow(texts: Partial<Pick<ChoiceRow, 'name' | 'description'>> = {}): ChoiceRow {
  rows += 1;
  return { key: `new ${rows}`, name: '', description: '', image: '', ...texts };
}

export const emptyDraft: Draft = {
  name: '',
  description: '',
  nameEs: '',
  descriptionEs: '',
  nameFr: '',
  descriptionFr: '',
  category: 'general',
  image: '',
  startDate: '',
  endDate: '',
  isActive: true,
  isFeatured: false,
  choices: [],
};

/** A stored topic as the form shows it. */
export function draftOf(topic: AdminTopic): Draft {
  return {
    name: topic.name,
    description: topic.description,
    nameEs: topic.nameEs ?? '',
    descriptionEs: topic.descriptionEs ?? '',
    nameFr: topic.nameFr ?? '',
    descriptionFr: topic.descriptionFr ?? '',
    category: topic.category,
    image: topic.imageUrl ?? '',
    startDate: topic.startDate ?? '',
    endDate: topic.endDate ?? '',
    isActive: topic.isActive === 1,
    isFeatured: topic.isFeatured === 1,
    choices: topic.choices.map(({ id, name, description, imageUrl }) => ({
      key: `stored ${id}`,
      id,
      name,
      description,
      image: imageUrl ?? '',
    })),
  };
}

/** What the API is sent. */
export function payloadOf({ choices, ...fields }: Draft) {
  return {
    ...fields,
    choices: choices.map(
      ({ id, name, description, image }): ChoiceInput => ({
        ...(id === undefined ? {} : { id }),
        name,
        description,
        image,
      }),
    ),
  };
}

/** Whether two drafts would be stored alike. */
export const sameDraft = (one: Draft, other: Draft) =>
  JSON.stringify(payloadOf(one)) === JSON.stringify(payloadOf(other));

/** What was sent, as it is stored now: its new choices have their numbers, in the order in which they were sent. */
export function numbered(draft: Draft, sent: Draft, stored: AdminTopic): Draft {
  const ids = new Map(sent.choices.map(({ key }, index) => [key, stored.choices[index]?.id]));
  return { ...draft, choices: draft.choices.map((row) => ({ ...row, id: row.id ?? ids.get(row.key) })) };
}
