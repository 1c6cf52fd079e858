import type { PageContextServer } from 'vike/types';
import { onlyIn } from '../../modules/voting/rules/localize.ts';

export async function data({ modules, language }: PageContextServer) {
  const topics = await modules.voting.topics();
  return { '/api/topics': topics.map((topic) => onlyIn(topic, language)) };
}
