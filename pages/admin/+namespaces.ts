import { firstSection } from './sections.ts';

/** A payment is shown with its entries in the ledger. */
const also: Record<string, string[]> = { payments: ['admin-ledger'] };

export default (routeParams: Record<string, string>) => [
  ...['topics', 'admin', `admin-${routeParams.section || firstSection}`],
  ...(also[routeParams.section ?? ''] ?? []),
];
