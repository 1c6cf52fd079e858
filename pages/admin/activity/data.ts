import type { PageContextServer } from 'vike/types';
import { ActivityQuery } from '#modules/admin/contract/index.ts';
import { addressWith, askedOf } from '../components/asked.ts';

export async function data({ modules, urlParsed }: PageContextServer) {
  const asked = askedOf(ActivityQuery, urlParsed.search);
  return { [addressWith('/api/admin/activity', asked)]: await modules.admin.activity(asked) };
}
