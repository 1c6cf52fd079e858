import { audit, changesOf } from '#src/platform/audit.ts';
import type { Db } from '#src/platform/db.ts';
import { AppError } from '#src/shared/errors.ts';
import type { ChoiceInput, TopicAdministration } from '../contract/admin.ts';
import { topicStatus } from '../rules/status.ts';
import { lockAlone } from '../topics/locks.ts';
import { ChoiceModel, TopicModel } from '../topics/models.ts';
import { inOurWords } from './refusals.ts';
import { choiceFieldsOf, correctionOf, fieldsOf, stateOf, topicChanges } from './state.ts';
import type { TopicTable } from './table.ts';

/** A topic that is being changed: nobody else changes it, or votes on it, until the transaction ends. */
interface Held {
  topic: TopicModel;
  choices: ChoiceModel[];
  /** It has ended, or was cancelled: which choices it has is settled as its dates are. */
  closed: boolean;
}

/** Takes a topic for a change. Throws `not_found`. */
export async function hold(trx: Db, id: number): Promise<Held> {
  await lockAlone(trx, id);
  const topic = await TopicModel.query(trx)
    .findById(id)
    .select('*', trx.raw('clock_timestamp() as now'))
    .forNoKeyUpdate();
  if (!topic) throw new AppError('not_found');
  const choices = await ChoiceModel.query(trx).where({ topic_id: id }).orderBy('position');
  const ended = topic.resultsFinalized || topicStatus(topic, topic.now) === 'closed';
  return { topic, choices, closed: ended || topic.cancelledAt !== null };
}

/** Whether somebody has voted in a topic, or is paying to: then what people voted by stays (decision 2). */
export async function hasBallots(trx: Db, id: number): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: [{ kept: boolean }] }>('select voting.has_ballots(?) as kept', [id]);
  return rows[0].kept;
}

/** Counts a change of a topic, so that whoever edits an older state of it is told. */
export const countChange = (trx: Db, id: number) =>
  TopicModel.query(trx)
    .findById(id)
    .patch({ version: trx.raw('version + 1') });

interface NewTopic {
  topic: ReturnType<typeof fieldsOf>;
  choices: readonly ReturnType<typeof choiceFieldsOf>[];
}

/** Rows that are written by one statement: each of their fields is a parameter, and there may be 65,535 of them. */
const batch = 1_000;

/** Writes new topics with their choices in their order; gives their numbers. */
export async function insertTopics(trx: Db, drafts: readonly NewTopic[]): Promise<number[]> {
  const ids: number[] = [];
  for (let start = 0; start < drafts.length; start += batch) {
    const topics = drafts.slice(start, start + batch).map(({ topic }) => topic);
    const rows = await TopicModel.query(trx).insert(topics).returning('id');
    ids.push(...rows.map(({ id }) => id));
  }
  const choices = drafts.flatMap((draft, index) =>
    draft.choices.map((choice, position) => rowOf(choice, ids[index] as number, position)),
  );
  for (let start = 0; start < choices.length; start += batch) {
    await trx('voting.choices').insert(choices.slice(start, start + batch));
  }
  return ids;
}

async function insertTopic(trx: Db, draft: NewTopic): Promise<number> {
  const [id] = await insertTopics(trx, [draft]);
  return id as number;
}

const rowOf = (
  { name, description, imageUrl }: ReturnType<typeof choiceFieldsOf>,
  topicId: number,
  position: number,
) => ({
  ...{ name, description, position },
  image_url: imageUrl,
  topic_id: topicId,
});

/** Creating and changing topics, each change with its entry in the audit (decision 9). */
export function createTopicEdits(
  db: Db,
  { adminTopic }: Pick<TopicTable, 'adminTopic'>,
): Pick<TopicAdministration, 'createTopic' | 'editTopic' | 'switchTopic' | 'duplicateTopic' | 'correctTopic'> {
  const subject = (id: number) => ({ kind: 'topic', id }) as const;
  /** A transaction whose refusals by the schema come out in the product's words. */
  const change = async (work: (trx: Db) => Promise<void>): Promise<void> => {
    await db.transaction(work).catch((error) => {
      throw inOurWords(error);
    });
  };

  return {
    async createTopic(admin, input) {
      let id = 0;
      await change(async (trx) => {
        const topic = fieldsOf(input);
        const choices = input.choices.map(choiceFieldsOf);
        id = await insertTopic(trx, { topic, choices });
        await audit(trx, {
          actor: admin,
          action: 'topic_created',
          subject: subject(id),
          after: stateOf(topic, choices),
        });
      });
      return adminTopic(id);
    },

    async editTopic(admin, id, input) {
      await change(async (trx) => {
        const before = await hold(trx, id);
        if (before.topic.version !== input.version) throw new AppError('changed_meanwhile');
        requireKnown(before.choices, input.choices);
        const topic = fieldsOf(input);
        const choices = input.choices.map((choice) => ({
          ...choiceFieldsOf(choice),
          ...(choice.id && { id: choice.id }),
        }));
        const changes = topicChanges(before, { topic, choices });
        if (!changes) return;
        if (before.closed) requireSame(before.choices, input.choices);
        // Nothing but what differs: times that were not moved stay to the microsecond.
        await TopicModel.query(trx)
          .findById(id)
          .patch(changesOf({ ...before.topic }, topic)?.after ?? {});
        await writeChoices(trx, before, choices);
        await countChange(trx, id);
        await audit(trx, { actor: admin, action: 'topic_updated', subject: subject(id), ...changes });
      });
      return adminTopic(id);
    },

    async switchTopic(admin, id, wanted) {
      await change(async (trx) => {
        const before = await hold(trx, id);
        const changes = topicChanges(before, { ...before, topic: { ...before.topic, ...wanted } });
        if (!changes) return;
        await TopicModel.query(trx).findById(id).patch(wanted);
        await countChange(trx, id);
        await audit(trx, { actor: admin, action: 'topic_updated', subject: subject(id), ...changes });
      });
      return adminTopic(id);
    },

    async correctTopic(admin, id, input) {
      await change(async (trx) => {
        const { topic } = await hold(trx, id);
        if (!topic.resultsFinalized) throw new AppError('results_not_final');
        const changes = changesOf(correctionOf(topic), correctionOf(input));
        if (!changes) return;
        await TopicModel.query(trx).findById(id).patch(correctionOf(input));
        await countChange(trx, id);
        await audit(trx, { actor: admin, action: 'topic_corrected', subject: subject(id), ...changes });
      });
      return adminTopic(id);
    },

    async duplicateTopic(admin, id) {
      let copyId = 0;
      await change(async (trx) => {
        const { topic, choices } = await hold(trx, id);
        const { name, description, nameEs, descriptionEs, nameFr, descriptionFr, category, imageUrl } = topic;
        const copy = {
          ...{ name, description, nameEs, descriptionEs, nameFr, descriptionFr, category, imageUrl },
          ...{ startDate: null, endDate: null, isActive: false, isFeatured: false },
        };
        copyId = await insertTopic(trx, { topic: copy, choices });
        const after = { copyOf: id, ...stateOf(copy, choices) };
        await audit(trx, { actor: admin, action: 'topic_duplicated', subject: subject(copyId), after });
      });
      return adminTopic(copyId);
    },
  };
}

/** Throws `invalid` at a choice that is not the topic's, or is named a second time. */
function requireKnown(known: ChoiceModel[], wanted: ChoiceInput[]): void {
  const left = new Set(known.map(({ id }) => id));
  for (const [index, { id }] of wanted.entries()) {
    if (id !== undefined && !left.delete(id)) {
      throw new AppError('invalid', { fields: { [`choices.${index}.id`]: 'choice_unknown' } });
    }
  }
}

/** Throws `invalid` unless the choices are those that the topic has. */
function requireSame(known: ChoiceModel[], wanted: ChoiceInput[]): void {
  const added = wanted.some(({ id }) => id === undefined);
  if (added || wanted.length !== known.length) {
    throw new AppError('invalid', { fields: { choices: 'choices_fixed_closed' } });
  }
}

type WantedChoice = ReturnType<typeof choiceFieldsOf> & { id?: number };

/** Makes the topic's choices the wanted ones, in their order. Names may change places among them. */
async function writeChoices(trx: Db, { topic, choices: known }: Held, wanted: WantedChoice[]): Promise<void> {
  const placed = wanted.map((choice, position) => ({ ...choice, position }));
  const staying = placed.flatMap(({ id, ...choice }) => (id === undefined ? [] : [{ id, ...choice }]));
  const kept = new Set(staying.map(({ id }) => id));
  const removed = known.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  if (removed.length > 0) await ChoiceModel.query(trx).delete().whereIn('id', removed);

  const names = new Map(known.map(({ id, name }) => [id, name]));
  const renamed = staying.filter(({ id, name }) => names.get(id) !== name).map(({ id }) => id);
  // Out of each other's way first: the names are compared row by row.
  await ChoiceModel.query(trx)
    .patch({ name: trx.raw('gen_random_uuid()::text') })
    .whereIn('id', renamed);
  await trx.raw(
    `update voting.choices as choice
        set name = wanted.name, description = wanted.description, image_url = wanted."imageUrl", position = wanted.position
       from json_to_recordset(?) as wanted (id int, name text, description text, "imageUrl" text, position int)
      where choice.id = wanted.id and (choice.name, choice.description, choice.image_url, choice.position)
            is distinct from (wanted.name, wanted.description, wanted."imageUrl", wanted.position)`,
    [JSON.stringify(staying)],
  );
  const added = placed.filter(({ id }) => id === undefined);
  if (added.length > 0) {
    await trx('voting.choices').insert(added.map((choice) => rowOf(choice, topic.id, choice.position)));
  }
}
