import type { PageContextServer } from 'vike/types';
import { AwardsQuery } from '#modules/prizes/contract/admin.ts';
import { addressWith, askedOf } from '../components/asked.ts';

export async function data({ modules, urlParsed }: PageContextServer) {
  const asked = askedOf(AwardsQuery, urlParsed.search);
  return { [addressWith('/api/admin/awards', asked)]: await modules.prizes.awards(asked) };
}
