import type { PageContextServer } from 'vike/types';
import { AdminPaymentsQuery, DiscrepanciesQuery } from '#modules/payments/contract/admin.ts';
import { idOf, orNotFound } from '#renderer/data/data.ts';
import { PageQuery } from '#src/shared/paging.ts';
import { addressWith, askedOf } from '../components/asked.ts';
import { asView } from './views.ts';

export async function data({ modules: { admin, payments }, urlParsed: { search }, routeParams }: PageContextServer) {
  if (routeParams.item) {
    const id = idOf(routeParams.item);
    return { [`/api/admin/payments/${id}` as const]: await orNotFound(payments.adminPayment(id)) };
  }
  const view = asView(search.view);
  if (view === 'disputes') {
    const asked = askedOf(PageQuery, search);
    return { [addressWith('/api/admin/disputes', asked)]: await payments.disputes(asked.page) };
  }
  if (view === 'reconciliation') {
    const asked = askedOf(DiscrepanciesQuery, search);
    const [report, discrepancies] = await Promise.all([admin.reconciliation(), payments.discrepancies(asked)]);
    return {
      '/api/admin/reconciliation': report,
      [addressWith('/api/admin/discrepancies', asked)]: discrepancies,
    } as const;
  }
  const asked = askedOf(AdminPaymentsQuery, search);
  return { [addressWith('/api/admin/payments', asked)]: await payments.adminPayments(asked) };
}
