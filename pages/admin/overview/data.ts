import type { PageContextServer } from 'vike/types';
import { JobsQuery } from '../../../modules/admin/contract.ts';

export async function data({ modules }: PageContextServer) {
  return { '/api/admin/jobs?state=failed': await modules.admin.jobs(JobsQuery.parse({})) } as const;
}
