import type { PageContextServer } from 'vike/types';
import { JobsQuery } from '#modules/admin/contract/index.ts';
import { DiscrepanciesQuery } from '#modules/payments/contract/admin.ts';
import { DeletionsQuery } from '#modules/privacy/contract/index.ts';
import { AwardsQuery } from '#modules/prizes/contract/admin.ts';

/** The lists of waiting.ts. */
export async function data({ modules }: PageContextServer) {
  const { admin, payments, privacy, prizes } = modules;
  const [deletions, discrepancies, payable, kyc, jobs] = await Promise.all([
    privacy.deletions(DeletionsQuery.parse({ state: 'waiting' })),
    payments.discrepancies(DiscrepanciesQuery.parse({ state: 'open' })),
    prizes.awards(AwardsQuery.parse({ state: 'payable' })),
    prizes.awards(AwardsQuery.parse({ state: 'kyc' })),
    admin.jobs(JobsQuery.parse({ state: 'failed' })),
  ]);
  return {
    '/api/admin/account-actions?state=waiting': deletions,
    '/api/admin/discrepancies?state=open': discrepancies,
    '/api/admin/awards?state=payable': payable,
    '/api/admin/awards?state=kyc': kyc,
    '/api/admin/jobs?state=failed': jobs,
  } as const;
}
