import type { Below } from '#src/i18n/keys.ts';
import { addressWith } from '../components/asked.ts';
import { viewPath } from '../payments/views.ts';
import { sectionPath } from '../sections.ts';
import { deletionsPath } from '../users/addresses.ts';

interface Waiting {
  name: Below<'admin-overview', 'waiting'>;
  /** The list's address; how many are on it is what is shown. */
  api: `/api/${string}`;
  /** Where they are seen to. */
  href: string;
}

const awards = (state: string) => addressWith(sectionPath('awards'), { state });

/** What waits for an admin. */
export const waiting: Waiting[] = [
  { name: 'deletions', api: '/api/admin/account-actions?state=waiting', href: deletionsPath },
  { name: 'discrepancies', api: '/api/admin/discrepancies?state=open', href: viewPath('reconciliation') },
  { name: 'payable', api: '/api/admin/awards?state=payable', href: awards('payable') },
  { name: 'kyc', api: '/api/admin/awards?state=kyc', href: awards('kyc') },
  { name: 'jobs', api: '/api/admin/jobs?state=failed', href: sectionPath('jobs') },
];
