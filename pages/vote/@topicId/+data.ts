import type { PageContextServer } from 'vike/types';
import { onlyIn } from '#modules/voting/rules/localize.ts';
import { orNotFound, topicIdOf } from '#renderer/data/data.ts';

export async function data(pageContext: PageContextServer) {
  const { modules, language, user } = pageContext;
  const id = topicIdOf(pageContext);
  const topic = await orNotFound(modules.voting.topic(id));
  return {
    [`/api/topics/${id}`]: onlyIn(topic, language),
    ...(user && {
      [`/api/check-free-vote/${id}`]: { hasUsedFreeVote: await modules.voting.hasUsedFreeVote(id, user.id) },
    }),
  };
}
