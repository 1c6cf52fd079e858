import type { PageContextServer } from 'vike/types';
import { onlyIn } from '#modules/voting/rules/localize.ts';
import { orNotFound, orNull, topicIdOf } from '#renderer/data/data.ts';

export async function data(pageContext: PageContextServer) {
  const { modules, language, user } = pageContext;
  const id = topicIdOf(pageContext);
  const topic = await orNotFound(modules.voting.topic(id));
  const prizes = topic.resultsFinalized ? await orNull(modules.prizes.ofTopic(id, user)) : null;
  return {
    [`/api/topics/${id}`]: onlyIn(topic, language),
    [`/api/topics/${id}/prizes`]: prizes,
  };
}
