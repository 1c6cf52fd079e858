import type { PageContextServer } from 'vike/types';
import { AdminTopicsQuery } from '#modules/voting/contract/admin.ts';
import { idOf, orNotFound } from '#renderer/data/data.ts';
import { addressWith, askedOf } from '../components/asked.ts';

export async function data({ modules, urlParsed, routeParams: { item } }: PageContextServer) {
  if (item === 'new') return {};
  if (item) {
    const id = idOf(item);
    return { [`/api/admin/topics/${id}`]: await orNotFound(modules.voting.adminTopic(id)) };
  }
  const asked = askedOf(AdminTopicsQuery, urlParsed.search);
  return { [addressWith('/api/admin/topics', asked)]: await modules.voting.adminTopics(asked) };
}
