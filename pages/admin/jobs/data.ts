import type { PageContextServer } from 'vike/types';
import { JobsQuery } from '#modules/admin/contract/index.ts';
import { addressWith, askedOf } from '../components/asked.ts';

export async function data({ modules, urlParsed }: PageContextServer) {
  const asked = askedOf(JobsQuery, urlParsed.search);
  const [health, jobs] = await Promise.all([modules.admin.jobHealth(), modules.admin.jobs(asked)]);
  return { '/api/admin/jobs/health': health, [addressWith('/api/admin/jobs', asked)]: jobs };
}
