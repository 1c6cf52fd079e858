import { ForeignKeyViolationError } from 'objection';
import { audit } from '#src/platform/audit.ts';
import type { Db } from '#src/platform/db.ts';
import { publish } from '#src/platform/events.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Viewer } from '#src/shared/viewer.ts';
import type { TopicAdministration } from '../contract/admin.ts';
import { topicCancelled } from '../contract/events.ts';
import { lockAlone } from '../topics/locks.ts';
import { ChoiceModel, TopicModel } from '../topics/models.ts';
import { hasBallots } from './edits.ts';
import { stateOf } from './state.ts';

/** Topics that are cancelled, archived or deleted: each step once, with its entry in the audit (decisions 2 and 9). */
export function createTopicEndings(db: Db): Pick<TopicAdministration, 'cancelTopic' | 'removeTopic'> {
  return {
    cancelTopic: (id, by) =>
      db.transaction(async (trx) => {
        const topic = await held(trx, id);
        if (topic.resultsFinalized) throw new AppError('topic_finalized');
        if (!topic.cancelledAt) await cancel(trx, id, by ?? null);
      }),

    removeTopic: (id, by) =>
      db.transaction(async (trx) => {
        const topic = await held(trx, id);
        if (topic.archivedAt || (await deleted(trx, topic, by))) return;
        if (!topic.resultsFinalized && !topic.cancelledAt) await cancel(trx, id, by);
        await end(trx, id, 'archivedAt', by);
      }),
  };
}

/** A topic that nobody else changes or votes on until the transaction ends. Throws `not_found`. */
async function held(trx: Db, id: number): Promise<TopicModel> {
  await lockAlone(trx, id);
  const topic = await TopicModel.query(trx).findById(id).forNoKeyUpdate();
  if (!topic) throw new AppError('not_found');
  return topic;
}

async function cancel(trx: Db, topicId: number, by: Viewer | null): Promise<void> {
  await end(trx, topicId, 'cancelledAt', by);
  await publish(trx, topicCancelled, { topicId });
}

const states = { cancelledAt: 'isCancelled', archivedAt: 'isArchived' } as const;
const actions = { cancelledAt: 'topic_cancelled', archivedAt: 'topic_archived' } as const;

async function end(trx: Db, id: number, how: keyof typeof actions, by: Viewer | null): Promise<void> {
  await TopicModel.query(trx)
    .findById(id)
    .patch({ [how]: trx.raw('clock_timestamp()'), version: trx.raw('version + 1') });
  const changes = { before: { [states[how]]: false }, after: { [states[how]]: true } };
  await audit(trx, { actor: by, action: actions[how], subject: { kind: 'topic', id }, ...changes });
}

/** Deletes a topic unless something refers to it: the schema knows best what does. */
async function deleted(trx: Db, topic: TopicModel, by: Viewer): Promise<boolean> {
  // Asked first: the schema would wait for whoever settles a payment of the topic, who would wait for this transaction.
  if (await hasBallots(trx, topic.id)) return false;
  const choices = await ChoiceModel.query(trx).where({ topic_id: topic.id }).orderBy('position');
  try {
    await trx.transaction(async (inner) => {
      await TopicModel.query(inner).deleteById(topic.id);
    });
  } catch (error) {
    if (error instanceof ForeignKeyViolationError) return false;
    throw error;
  }
  const subject = { kind: 'topic', id: topic.id } as const;
  await audit(trx, { actor: by, action: 'topic_deleted', subject, before: stateOf(topic, choices) });
  return true;
}
