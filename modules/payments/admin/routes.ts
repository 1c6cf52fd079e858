import { Readable } from 'node:stream';
import { z } from 'zod';
import { defineRoute, FileAnswer, type Route } from '#src/http/define-route.ts';
import { ById } from '#src/shared/ids.ts';
import { PageQuery, pageOf } from '#src/shared/paging.ts';
import {
  AdminPayment,
  AdminPaymentDetail,
  AdminPaymentsQuery,
  DiscrepanciesQuery,
  Discrepancy,
  Dispute,
  LedgerFilter,
  LedgerPage,
  LedgerQuery,
  type PaymentAdministration,
  RefundPayment,
  ResolveDiscrepancy,
} from '../contract/admin.ts';

export function paymentAdminRoutes(payments: PaymentAdministration): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/admin/payments',
      who: 'admin',
      input: { query: AdminPaymentsQuery },
      output: pageOf(AdminPayment),
      handle: ({ query }) => payments.adminPayments(query),
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/payments/:id',
      who: 'admin',
      input: { params: ById },
      output: AdminPaymentDetail,
      handle: ({ params }) => payments.adminPayment(params.id),
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/payments/:id/refund',
      who: 'admin',
      asksPassword: true,
      input: { params: ById, body: RefundPayment },
      output: z.object({}),
      async handle({ params, body, viewer }) {
        await payments.refund(viewer, params.id, body.reason);
        return {};
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/disputes',
      who: 'admin',
      input: { query: PageQuery },
      output: pageOf(Dispute),
      handle: ({ query }) => payments.disputes(query.page),
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/ledger',
      who: 'admin',
      input: { query: LedgerQuery },
      output: LedgerPage,
      handle: ({ query }) => payments.ledger(query),
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/ledger/export',
      who: 'admin',
      input: { query: LedgerFilter },
      output: z.never(),
      async handle({ query, viewer }) {
        const body = Readable.from(await payments.exportLedger(viewer, query));
        return new FileAnswer({ body, type: 'text/csv; charset=utf-8' }, { downloadAs: 'podium-ledger.csv' });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/discrepancies',
      who: 'admin',
      input: { query: DiscrepanciesQuery },
      output: pageOf(Discrepancy),
      handle: ({ query }) => payments.discrepancies(query),
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/discrepancies/:id/resolve',
      who: 'admin',
      asksPassword: true,
      input: { params: ById, body: ResolveDiscrepancy },
      output: z.object({}),
      async handle({ params, body, viewer }) {
        await payments.resolveDiscrepancy(viewer, params.id, body.note);
        return {};
      },
    }),
  ];
}
