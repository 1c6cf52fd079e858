import { type LedgerPage, LedgerQuery, type LedgerRow, ledgerKinds } from '#modules/payments/contract/admin.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';
import { buttonClasses } from '#renderer/ui/Button.tsx';
import { formatMoney } from '#src/shared/money.ts';
import { addressWith, askedOf } from '../components/asked.ts';
import { DataTable } from '../components/DataTable.tsx';
import { FilterInput, FilterSelect, Filters } from '../components/Filters.tsx';
import { Moment } from '../components/Moment.tsx';
import { sectionPath } from '../sections.ts';

const api = '/api/admin/ledger';
const path = sectionPath('ledger');

/** Every movement of money, and what the accounts hold by it. */
export default function Ledger() {
  const { t } = useTexts('admin-ledger');
  const { language, urlParsed } = usePageContext();
  const asked = askedOf(LedgerQuery, urlParsed.search);
  const { page: _, ...filter } = asked;
  return (
    <>
      <Balances address={addressWith(api, asked)} narrowed={Object.values(filter).some(Boolean)} />
      <Filters path={path} asked={asked}>
        <FilterSelect
          name="kind"
          label={t('filter.kind')}
          defaultValue={asked.kind}
          options={ledgerKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        <FilterInput
          name="paymentId"
          label={t('filter.paymentId')}
          defaultValue={asked.paymentId}
          inputMode="numeric"
          size={8}
        />
        <FilterInput name="from" type="date" label={t('filter.from')} defaultValue={asked.from} />
        <FilterInput name="to" type="date" label={t('filter.to')} defaultValue={asked.to} />
      </Filters>
      <p className="mb-4">
        <a href={addressWith(`${api}/export`, filter)} className={buttonClasses('plain', 'sm')} download>
          {t('export')}
        </a>
      </p>
      <DataTable<LedgerRow>
        label={t('admin:section.ledger')}
        api={api}
        path={path}
        asked={asked}
        keyOf={({ id }) => id}
        empty={t('empty')}
        columns={[
          { name: 'id', label: t('column.id'), numeric: true, cell: ({ id }) => id },
          { name: 'at', label: t('column.at'), cell: ({ bookedAt }) => <Moment at={bookedAt} /> },
          {
            name: 'kind',
            label: t('column.kind'),
            cell: ({ kind }) => <span className="font-semibold">{t(`kind.${kind}`)}</span>,
          },
          { name: 'debit', label: t('column.debit'), cell: ({ debit }) => t(`account.${debit}.name`) },
          { name: 'credit', label: t('column.credit'), cell: ({ credit }) => t(`account.${credit}.name`) },
          {
            name: 'usd',
            label: t('column.usd'),
            numeric: true,
            cell: ({ usdCents }) => formatMoney(usdCents, 'USD', language),
          },
          {
            name: 'amount',
            label: t('column.amount'),
            numeric: true,
            cell: ({ amount, currency }) => formatMoney(amount, currency, language),
          },
          {
            name: 'reference',
            label: t('column.reference'),
            cell: ({ reference, paymentId }) => (
              <>
                {paymentId !== null && (
                  <a href={sectionPath('payments', paymentId)} className="block underline underline-offset-4">
                    {t('payment', { id: paymentId })}
                  </a>
                )}
                <span className="text-ink-soft">{reference}</span>
              </>
            ),
          },
        ]}
      />
    </>
  );
}

/** What the accounts hold by the movements that are asked for. */
function Balances({ address, narrowed }: { address: `/api/${string}`; narrowed: boolean }) {
  const { t } = useTexts('admin-ledger');
  const { language } = usePageContext();
  const { data: found } = useApi<LedgerPage>(address);
  if (!found) return null;
  return (
    <section aria-label={t('balances')}>
      <dl className="grid border-t border-l border-rule sm:grid-cols-3">
        {found.balances.map(({ account, balance }) => (
          <div key={account} className="flex flex-col-reverse justify-end border-r border-b border-rule bg-sheet p-4">
            <dt className="text-sm text-ink-soft">
              <span className="block font-semibold text-ink">{t(`account.${account}.name`)}</span>
              {t(`account.${account}.text`)}
            </dt>
            <dd className="numeral text-2xl">{formatMoney(balance, 'USD', language)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 mb-6 text-sm text-ink-soft">{t(narrowed ? 'balanceOfFilter' : 'balanceOfAll')}</p>
    </section>
  );
}
