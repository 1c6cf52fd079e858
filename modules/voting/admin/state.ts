import { changesOf } from '#src/platform/audit.ts';
import type { ChoiceInput, CorrectTopic, CreateTopic } from '../contract/admin.ts';
import type { ChoiceModel, TopicModel } from '../topics/models.ts';

type TopicFields = Pick<
  TopicModel,
  | 'name'
  | 'description'
  | 'nameEs'
  | 'descriptionEs'
  | 'nameFr'
  | 'descriptionFr'
  | 'category'
  | 'imageUrl'
  | 'startDate'
  | 'endDate'
  | 'isActive'
  | 'isFeatured'
>;
type ChoiceFields = Pick<ChoiceModel, 'name' | 'description' | 'imageUrl'> & { id?: number };

/** The columns that an input asks for. */
export function fieldsOf(input: CreateTopic): TopicFields {
  const { name, description, nameEs, descriptionEs, nameFr, descriptionFr, category, isActive, isFeatured } = input;
  const date = (moment: string | null) => (moment === null ? null : new Date(moment));
  return {
    ...{ name, description, nameEs, descriptionEs, nameFr, descriptionFr, category, isActive, isFeatured },
    imageUrl: input.image,
    startDate: date(input.startDate),
    endDate: date(input.endDate),
  };
}

export const choiceFieldsOf = ({ name, description, image }: Omit<ChoiceInput, 'id'>) => ({
  ...{ name, description },
  imageUrl: image,
});

export const correctionOf = ({ correction, correctionEs, correctionFr }: CorrectTopic) => ({
  correction,
  // Translations of nothing say nothing.
  correctionEs: correction && correctionEs,
  correctionFr: correction && correctionFr,
});

/** A topic as the audit keeps it: its choices by their names, in their order. */
export function stateOf(topic: TopicFields, choices: readonly ChoiceFields[]): Record<string, unknown> {
  const { name, description, nameEs, descriptionEs, nameFr, descriptionFr, category, imageUrl } = topic;
  return {
    ...{ name, description, nameEs, descriptionEs, nameFr, descriptionFr, category, image: imageUrl },
    startDate: topic.startDate?.toISOString() ?? null,
    endDate: topic.endDate?.toISOString() ?? null,
    isActive: topic.isActive,
    isFeatured: topic.isFeatured,
    choices: choices.map((choice) => choice.name),
  };
}

interface State {
  topic: TopicFields;
  choices: readonly ChoiceFields[];
}

/** What an edit changes, as the audit keeps it; null: nothing. Choices that stay show what else changes of them. */
export function topicChanges(before: State, after: State) {
  const known = new Map(before.choices.map((choice) => [choice.id, choice]));
  const texts = (choice: ChoiceFields) => ({
    name: choice.name,
    description: choice.description,
    image: choice.imageUrl,
  });
  const edited = after.choices.flatMap((choice) => {
    const was = choice.id === undefined ? undefined : known.get(choice.id);
    const changes = was && changesOf(texts(was), texts(choice));
    return changes ? [[choice.id as number, changes] as const] : [];
  });
  const of = (state: State, side: 'before' | 'after') => ({
    ...stateOf(state.topic, state.choices),
    ...(edited.length > 0 && { editedChoices: Object.fromEntries(edited.map(([id, changes]) => [id, changes[side]])) }),
  });
  return changesOf(of(before, 'before'), of(after, 'after'));
}
