import type { ReactNode } from 'react';
import type { AdminPaymentDetail } from '#modules/payments/contract/admin.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { ScrollRegion } from '#renderer/ui/ScrollRegion.tsx';
import { formatMoney } from '#src/shared/money.ts';
import { Moment } from '../components/Moment.tsx';
import { Resolution, What } from './DiscrepancyTable.tsx';

/** What did not fit with a payment, its entries in the ledger, and what has happened, in order. */
export function PaymentPast({ payment: { discrepancies, ledger, timeline } }: { payment: AdminPaymentDetail }) {
  const { t } = useTexts('admin-payments');
  return (
    <div className="space-y-10">
      {discrepancies.length > 0 && (
        <Part title={t('discrepancy.title')}>
          <ul className="border-t border-rule">
            {discrepancies.map((found) => (
              <li key={found.id} className="flex flex-wrap justify-between gap-x-8 gap-y-2 border-b border-rule py-2">
                <What found={found} />
                <Resolution found={found} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={t('entries')}>
        {ledger.length > 0 ? <Entries ledger={ledger} /> : <p className="text-ink-soft">{t('empty.entries')}</p>}
      </Part>
      <Part title={t('timeline')}>
        <ol className="border-t border-rule text-sm">
          {timeline.map(({ at, what, detail }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what has happened stays where it is
            <li key={index} className="grid gap-x-4 border-b border-rule py-2 sm:grid-cols-[13rem_minmax(0,1fr)]">
              <Moment at={at} />
              <span className="[overflow-wrap:anywhere]">
                <span className="font-semibold">{t(`past.${what}`)}</span>{' '}
                {detail && <span className="text-ink-soft">{detail}</span>}
              </span>
            </li>
          ))}
        </ol>
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-lg">{title}</h3>
      {children}
    </section>
  );
}

function Entries({ ledger }: { ledger: AdminPaymentDetail['ledger'] }) {
  const { t } = useTexts('admin-ledger');
  const { language } = usePageContext();
  const heads = ['at', 'kind', 'debit', 'credit', 'usd', 'amount', 'reference'] as const;
  return (
    <ScrollRegion label={t('admin-payments:entries')}>
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b-2 border-ink text-left">
            {heads.map((name) => (
              <th key={name} scope="col" className="px-2 py-2 whitespace-nowrap">
                {t(`column.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {ledger.map(({ id, bookedAt, kind, debit, credit, usdCents, amount, currency, reference }) => (
            <tr key={id} className="border-b border-rule align-top">
              <td className="px-2 py-2">
                <Moment at={bookedAt} />
              </td>
              <td className="px-2 py-2 font-semibold">{t(`kind.${kind}`)}</td>
              <td className="px-2 py-2">{t(`account.${debit}.name`)}</td>
              <td className="px-2 py-2">{t(`account.${credit}.name`)}</td>
              <td className="px-2 py-2">{formatMoney(usdCents, 'USD', language)}</td>
              <td className="px-2 py-2">{formatMoney(amount, currency, language)}</td>
              <td className="px-2 py-2">{reference}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
