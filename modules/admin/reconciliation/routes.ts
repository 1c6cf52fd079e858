import { defineRoute, type Route } from '#src/http/define-route.ts';
import { Reconciliation } from '../contract/reconciliation.ts';

export const reconciliationRoutes = (reconcile: () => Promise<Reconciliation>): Route[] => [
  defineRoute({
    method: 'get',
    path: '/api/admin/reconciliation',
    who: 'admin',
    output: Reconciliation,
    handle: () => reconcile(),
  }),
];
