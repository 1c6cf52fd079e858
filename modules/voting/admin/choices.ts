import { audit } from '#src/platform/audit.ts';
import type { Db } from '#src/platform/db.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Fault } from '#src/shared/faults.ts';
import { orderOf, pageFrom, tablePageSize } from '#src/shared/paging.ts';
import type { AdminChoice, TopicAdministration } from '../contract/admin.ts';
import type { TopicSummary } from '../contract/index.ts';
import { ChoiceModel } from '../topics/models.ts';
import type { Topics } from '../topics/topics.ts';
import { countChange, hasBallots, hold } from './edits.ts';
import { inOurWords } from './refusals.ts';
import { choiceFieldsOf } from './state.ts';
import { likeWords } from './table.ts';

const mostChoices = 200;

interface Row {
  id: number;
  topic_id: number;
  name: string;
  description: string;
  image_url: string | null;
  removable: boolean;
}

/** A refusal by the schema in the product's words; what is wrong with a name stands at the name. */
function atName(error: unknown): unknown {
  const ours = inOurWords(error);
  const wrong = ours instanceof AppError ? ours.fields?.choices : undefined;
  return wrong ? new AppError('invalid', { fields: { name: wrong } }) : ours;
}

/** Choices one by one, beside their topic's form. */
export function createTopicChoices(
  db: Db,
  topics: Topics,
): Pick<TopicAdministration, 'createChoice' | 'deleteChoice' | 'correctSpelling' | 'adminChoices'> {
  const subject = (id: number) => ({ kind: 'choice', id }) as const;

  return {
    async createChoice(admin, { topicId, ...input }) {
      const refuse = (field: string, fault: Fault) => new AppError('invalid', { fields: { [field]: fault } });
      return db
        .transaction(async (trx) => {
          const { choices, closed } = await hold(trx, topicId);
          if (closed) throw new AppError('topic_closed');
          if (choices.length >= mostChoices) throw refuse('topicId', 'too_many_choices');
          const position = 1 + Math.max(-1, ...choices.map((choice) => choice.position));
          const fields = choiceFieldsOf(input);
          const { id } = await ChoiceModel.query(trx)
            .insert({ ...fields, topicId, position })
            .returning('id');
          await countChange(trx, topicId);
          await audit(trx, {
            ...{ actor: admin, action: 'choice_created', subject: subject(id) },
            after: { topicId, ...input },
          });
          return { id, ...fields };
        })
        .catch((error) => {
          throw atName(error);
        });
    },

    async correctSpelling(admin, id, { name, reason }) {
      const found = await ChoiceModel.query(db).findById(id);
      if (!found) throw new AppError('not_found');
      return db
        .transaction(async (trx) => {
          const { choices } = await hold(trx, found.topicId);
          const choice = choices.find((one) => one.id === id);
          if (!choice) throw new AppError('not_found');
          const { topicId, name: before, description, imageUrl } = choice;
          if (name !== before) {
            if (await hasBallots(trx, topicId)) {
              await trx('voting.choice_spellings').insert({
                ...{ choice_id: id, topic_id: topicId, name: before, corrected: name, reason },
              });
            }
            await ChoiceModel.query(trx).findById(id).patch({ name });
            await countChange(trx, topicId);
            await audit(trx, {
              ...{ actor: admin, action: 'choice_corrected', subject: subject(id) },
              ...{ before: { topicId, name: before }, after: { topicId, name, reason } },
            });
          }
          return { id, name, description, imageUrl };
        })
        .catch((error) => {
          throw atName(error);
        });
    },

    async deleteChoice(admin, id) {
      const found = await ChoiceModel.query(db).findById(id);
      if (!found) throw new AppError('not_found');
      const { topicId } = found;
      await db
        .transaction(async (trx) => {
          const { choices, closed } = await hold(trx, topicId);
          const choice = choices.find((one) => one.id === id);
          if (!choice) throw new AppError('not_found');
          if (closed) throw new AppError('topic_closed');
          await ChoiceModel.query(trx).deleteById(id);
          await countChange(trx, topicId);
          const { name, description, imageUrl: image } = choice;
          await audit(trx, {
            ...{ actor: admin, action: 'choice_deleted', subject: subject(id) },
            before: { topicId, name, description, image },
          });
        })
        .catch((error) => {
          const ours = inOurWords(error);
          const kept = ours instanceof AppError && ours.fields?.choices === 'choice_has_ballots';
          throw kept ? new AppError('topic_has_ballots') : ours;
        });
    },

    async adminChoices({ page, sort, q, topicId }) {
      const { column, direction } = orderOf<'name' | 'topic'>(sort);
      // Topics get their places first, and what is shown is read last: numbers are ordered faster than texts.
      const places = db('voting.topics').select('id', db.raw('row_number() over (order by search_names, id) as place'));
      if (topicId === undefined) places.whereNull('archived_at');
      else places.where({ id: topicId });
      const found = () => {
        const query = db('voting.choices as choice').join(places.as('topic'), 'topic.id', 'choice.topic_id');
        return q ? query.whereRaw(...likeWords('search_name', q)) : query;
      };
      const order =
        column === 'name' ? `search_name ${direction}, choice.id` : `place ${direction}, position, choice.id`;
      const [ids, [counted]] = await Promise.all([
        found()
          .orderByRaw(order)
          .limit(tablePageSize)
          .offset((page - 1) * tablePageSize)
          .pluck<number[]>('choice.id'),
        found().count({ total: '*' }),
      ]);
      const rows = await db('voting.choices')
        .whereIn('id', ids)
        .select<Row[]>('*', db.raw('not voting.has_ballots(topic_id) as removable'));
      rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
      const byId = await topics.byIds([...new Set(rows.map((row) => row.topic_id))]);
      const items = rows.map(({ id, topic_id, name, description, image_url, removable }): AdminChoice => {
        const topic = byId.get(topic_id) as TopicSummary;
        const settled = topic.status === 'closed' || topic.isCancelled === 1;
        return { id, name, description, imageUrl: image_url, topic, removable: removable && !settled };
      });
      return pageFrom(items, Number(counted?.total ?? 0), page);
    },
  };
}
