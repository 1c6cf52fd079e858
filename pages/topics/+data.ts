import type { PageContextServer } from 'vike/types';
import { onlyIn } from '#modules/voting/rules/localize.ts';
import { listAddress, wantedOf } from './list-address.ts';

export async function data({ modules, language, routeParams, urlParsed }: PageContextServer) {
  const wanted = wantedOf(routeParams.list, urlParsed.search);
  const found = await modules.site.list(wanted);
  return { [listAddress(wanted)]: { ...found, topics: found.topics.map((topic) => onlyIn(topic, language)) } };
}
