import type { SectionName } from '../sections.ts';

interface Waiting {
  name: string;
  /** The list's address; how many are on it is what is shown. */
  api: `/api/${string}`;
  section: SectionName;
  /** What the section is asked, to show them. */
  asked: Record<string, string>;
}

/** What waits for an admin. */
export const waiting: Waiting[] = [
  { name: 'deletions', api: '/api/admin/account-actions?state=waiting', section: 'users', asked: {} },
  { name: 'discrepancies', api: '/api/admin/discrepancies?state=open', section: 'payments', asked: {} },
  { name: 'payable', api: '/api/admin/awards?state=payable', section: 'awards', asked: { state: 'payable' } },
  { name: 'kyc', api: '/api/admin/awards?state=kyc', section: 'awards', asked: { state: 'kyc' } },
  { name: 'jobs', api: '/api/admin/jobs?state=failed', section: 'jobs', asked: { state: 'failed' } },
];
