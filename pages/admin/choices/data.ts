import type { PageContextServer } from 'vike/types';
import { AdminChoicesQuery } from '#modules/voting/contract/admin.ts';
import { orNull } from '#renderer/data/data.ts';
import { addressWith, askedOf } from '../components/asked.ts';

export async function data({ modules, urlParsed }: PageContextServer) {
  const asked = askedOf(AdminChoicesQuery, urlParsed.search);
  const { topicId } = asked;
  const topic = topicId === undefined ? null : await orNull(modules.voting.adminTopic(topicId));
  return {
    [addressWith('/api/admin/choices', asked)]: await modules.voting.adminChoices(asked),
    ...(topic && { [`/api/admin/topics/${topicId}`]: topic }),
  };
}
