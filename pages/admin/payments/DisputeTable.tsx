import type { Dispute } from '#modules/payments/contract/admin.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { formatMoney } from '#src/shared/money.ts';
import { PageQuery } from '#src/shared/paging.ts';
import { askedOf } from '../components/asked.ts';
import { DataTable } from '../components/DataTable.tsx';
import { Moment } from '../components/Moment.tsx';
import { PersonLink } from '../components/PersonLink.tsx';
import { PaymentLink, ProviderLink } from './parts.tsx';
import { viewPath } from './views.ts';

/** What buyers' banks have taken back, undecided or for good; it is answered at the provider. */
export function DisputeTable() {
  const { t } = useTexts('admin-payments');
  const { language, urlParsed } = usePageContext();
  return (
    <>
      <p className="mb-4 max-w-3xl text-ink-soft">{t('dispute.text')}</p>
      <DataTable<Dispute>
        label={t('view.disputes')}
        api="/api/admin/disputes"
        path={viewPath('disputes')}
        asked={askedOf(PageQuery, urlParsed.search)}
        keyOf={({ reference }) => reference}
        empty={t('empty.disputes')}
        columns={[
          { name: 'since', label: t('column.since'), cell: ({ since }) => <Moment at={since} /> },
          {
            name: 'payment',
            label: t('column.payment'),
            numeric: true,
            cell: ({ paymentId }) => <PaymentLink id={paymentId} />,
          },
          {
            name: 'buyer',
            label: t('column.buyer'),
            cell: ({ userId, username }) => <PersonLink id={userId} name={username} />,
          },
          {
            name: 'amount',
            label: t('column.amount'),
            numeric: true,
            cell: ({ amount, currency }) => formatMoney(amount, currency, language),
          },
          {
            name: 'state',
            label: t('column.status'),
            cell: ({ state }) => <span className="font-semibold">{t(`dispute.${state}`)}</span>,
          },
          {
            name: 'provider',
            label: t('column.answer'),
            cell: ({ paymentId, providerUrl }) => (
              <ProviderLink id={paymentId} url={providerUrl} text={t('provider')} />
            ),
          },
        ]}
      />
    </>
  );
}
