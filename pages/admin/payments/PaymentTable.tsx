import { type AdminPayment, AdminPaymentsQuery } from '#modules/payments/contract/admin.ts';
import { paymentStatuses } from '#modules/payments/contract/index.ts';
import { tierSizes } from '#modules/voting/rules/tiers.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { brandName } from '#renderer/components/payments/card-brand.ts';
import { currencies, formatMoney } from '#src/shared/money.ts';
import { askedOf } from '../components/asked.ts';
import { DataTable } from '../components/DataTable.tsx';
import { FilterInput, FilterSelect, Filters } from '../components/Filters.tsx';
import { Moment } from '../components/Moment.tsx';
import { PersonLink } from '../components/PersonLink.tsx';
import { TopicLink } from '../components/TopicLink.tsx';
import { PaymentLink, PaymentState, ProviderLink } from './parts.tsx';
import { viewPath } from './views.ts';

const path = viewPath('payments');

/** All payments, charged or not. */
export function PaymentTable() {
  const { t } = useTexts('admin-payments');
  const { language, urlParsed } = usePageContext();
  const asked = askedOf(AdminPaymentsQuery, urlParsed.search);
  return (
    <>
      <Filters path={path} asked={asked}>
        <FilterInput name="q" type="search" label={t('filter.q')} defaultValue={asked.q} size={26} />
        <FilterSelect
          name="status"
          label={t('filter.status')}
          defaultValue={asked.status}
          options={paymentStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
        <FilterSelect
          name="currency"
          label={t('filter.currency')}
          defaultValue={asked.currency}
          options={currencies.map((value) => ({ value, label: value }))}
        />
        <FilterInput
          name="topicId"
          label={t('filter.topicId')}
          defaultValue={asked.topicId}
          inputMode="numeric"
          size={6}
        />
        <FilterInput
          name="userId"
          label={t('filter.userId')}
          defaultValue={asked.userId}
          inputMode="numeric"
          size={6}
        />
        <FilterInput name="from" type="date" label={t('filter.from')} defaultValue={asked.from} />
        <FilterInput name="to" type="date" label={t('filter.to')} defaultValue={asked.to} />
      </Filters>
      <DataTable<AdminPayment>
        label={t('view.payments')}
        api="/api/admin/payments"
        path={path}
        asked={asked}
        keyOf={({ id }) => id}
        empty={t('empty.payments')}
        columns={[
          { name: 'id', label: t('column.id'), sort: 'id', numeric: true, cell: ({ id }) => <PaymentLink id={id} /> },
          {
            name: 'paidAt',
            label: t('column.when'),
            sort: 'paidAt',
            cell: ({ paidAt, createdAt }) => <Moment at={paidAt ?? createdAt} />,
          },
          {
            name: 'buyer',
            label: t('column.buyer'),
            cell: ({ userId, username }) => <PersonLink id={userId} name={username} />,
          },
          {
            name: 'topic',
            label: t('column.topic'),
            cell: ({ topicId, topic, tier }) => (
              <div className="min-w-40">
                <TopicLink id={topicId} topic={topic} cut />
                <span className="block text-ink-soft">{t('ballot', { size: tierSizes[tier] })}</span>
              </div>
            ),
          },
          {
            name: 'amount',
            label: t('column.amount'),
            sort: 'usdCents',
            numeric: true,
            cell: ({ amount, currency, usdCents }) => (
              <div className="whitespace-nowrap">
                {formatMoney(amount, currency, language)}
                {currency !== 'USD' && (
                  <span className="block text-ink-soft">{formatMoney(usdCents, 'USD', language)}</span>
                )}
              </div>
            ),
          },
          { name: 'status', label: t('column.status'), cell: (payment) => <PaymentState payment={payment} /> },
          {
            name: 'card',
            label: t('column.card'),
            cell: ({ cardBrand, cardLast4, id, providerUrl }) => (
              <>
                {cardLast4 && (
                  <span className="block whitespace-nowrap">
                    {t('card', { brand: brandName(cardBrand ?? ''), digits: cardLast4 })}
                  </span>
                )}
                <ProviderLink id={id} url={providerUrl} text={t('provider')} />
              </>
            ),
          },
        ]}
      />
    </>
  );
}
