import { ForeignKeyViolationError } from 'objection';
import { audit } from '#src/platform/audit.ts';
import type { Db } from '#src/platform/db.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Viewer } from '#src/shared/viewer.ts';
import { hasBallots } from '../admin/edits.ts';
import { stateOf } from '../admin/state.ts';
import type { Voting } from '../contract/index.ts';
import { lockAlone } from './locks.ts';
import { ChoiceModel, TopicModel } from './models.ts';

/** Topics that are cancelled, archived or deleted: each step once, with its entry in the audit (decisions 2 and 9). */
export const endings: Pick<Voting, 'cancelTopic' | 'removeTopic'> = {
  async cancelTopic(trx, topicId, by) {
    const topic = await held(trx, topicId);
    if (topic.resultsFinalized) throw new AppError('topic_finalized');
    if (topic.cancelledAt) return false;
    await end(trx, topic, 'cancelledAt', by);
    return true;
  },

  async removeTopic(trx, topicId, by) {
    const topic = await held(trx, topicId);
    if (topic.archivedAt) return { cancelled: false };
    if (await deleted(trx, topic, by)) return { cancelled: false };
    const unfinished = !topic.resultsFinalized && !topic.cancelledAt;
    if (unfinished) await end(trx, topic, 'cancelledAt', by);
    await end(trx, topic, 'archivedAt', by);
    return { cancelled: unfinished };
  },
};

/** A topic that nobody else changes or votes on until the transaction ends. Throws `not_found`. */
async function held(trx: Db, id: number): Promise<TopicModel> {
  await lockAlone(trx, id);
  const topic = await TopicModel.query(trx).findById(id).forNoKeyUpdate();
  if (!topic) throw new AppError('not_found');
  return topic;
}

const states = { cancelledAt: 'isCancelled', archivedAt: 'isArchived' } as const;
const actions = { cancelledAt: 'topic_cancelled', archivedAt: 'topic_archived' } as const;

async function end(trx: Db, { id }: TopicModel, how: keyof typeof actions, by: Viewer | null): Promise<void> {
  await TopicModel.query(trx)
    .findById(id)
    .patch({ [how]: trx.raw('clock_timestamp()'), version: trx.raw('version + 1') });
  const changes = { before: { [states[how]]: false }, after: { [states[how]]: true } };
  await audit(trx, { actor: by, action: actions[how], subject: { kind: 'topic', id }, ...changes });
}

/** Deletes a topic unless something refers to it: the schema knows best what does. */
async function deleted(trx: Db, topic: TopicModel, by: Viewer): Promise<boolean> {
  // Asked first: the schema would wait for whoever settles a payment of the topic, and he or she for this transaction.
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
