import type { PageContextServer } from 'vike/types';
import { onlyIn } from '#modules/voting/rules/localize.ts';

export async function data({ modules, language }: PageContextServer) {
  const home = await modules.site.home();
  return { '/api/topics/home': { ...home, topics: home.topics.map((topic) => onlyIn(topic, language)) } };
}
