import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Reconciliation } from '#modules/admin/contract/reconciliation.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';
import { formatNumber } from '#renderer/format/format.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { classes } from '#renderer/ui/classes.ts';
import { FormError } from '#renderer/ui/Field.tsx';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import { ScrollRegion } from '#renderer/ui/ScrollRegion.tsx';
import { formatMoney } from '#src/shared/money.ts';
import { DiscrepancyTable } from './DiscrepancyTable.tsx';

type Line = Reconciliation['lines'][number];

/** Sums that must agree, each from two sides, and below them what did not fit in single payments. */
export function ReconciliationReport() {
  const { t } = useTexts('admin-payments');
  const { data: report, isError, isFetching, refetch } = useApi<Reconciliation>('/api/admin/reconciliation');
  return (
    <>
      <section className="mb-10">
        <h2 className="mb-2 text-xl">{t('sum.title')}</h2>
        {isError && <FormError>{t('admin:failed')}</FormError>}
        {report ? <Sums report={report} /> : !isError && <p className="py-6 text-ink-soft">{t('admin:loading')}</p>}
        <Button look="plain" size="sm" busy={isFetching} onClick={() => void refetch()} className="mt-4">
          {t('sum.again')}
        </Button>
      </section>
      <DiscrepancyTable />
    </>
  );
}

function Sums({ report: { at, lines, oldestUnderWay } }: { report: Reconciliation }) {
  const { t } = useTexts('admin-payments');
  const wrong = lines.filter(({ agrees }) => !agrees).length;
  return (
    <>
      <p role="status" className={classes('mb-3 font-semibold', wrong > 0 && 'text-danger')}>
        {wrong === 0 ? t('sum.allAgree') : t('sum.wrong', { count: wrong })}{' '}
        <span className="font-normal text-ink-soft">
          <LocalTime moment={at} />
        </span>
      </p>
      <ScrollRegion label={t('sum.title')}>
        <table className="w-full border-collapse text-sm">
          <thead>
            <tr className="border-b-2 border-ink text-left">
              <th scope="col" className="px-2 py-2">
                {t('sum.what')}
              </th>
              <th scope="col" className="px-2 py-2 text-right">
                {t('sum.left')}
              </th>
              <th scope="col" className="px-2 py-2 text-right">
                {t('sum.right')}
              </th>
              <th scope="col" className="px-2 py-2">
                {t('sum.result')}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <SumLine key={line.name} line={line}>
                {line.name === 'under_way' && oldestUnderWay && (
                  <span className="block">
                    {t('sum.oldest')} <LocalTime moment={oldestUnderWay} />
                  </span>
                )}
              </SumLine>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  );
}

function SumLine({ line: { name, unit, left, right, agrees }, children }: { line: Line; children: ReactNode }) {
  const { t } = useTexts('admin-payments');
  const { language } = usePageContext();
  const written = (value: number) =>
    unit === 'cents' ? formatMoney(value, 'USD', language) : formatNumber(language, value);
  const Mark = agrees ? Check : X;
  return (
    <tr className="border-b border-rule align-top">
      <th scope="row" className="min-w-56 px-2 py-2 text-left font-normal">
        <span className="font-semibold">{t(`sum.${name}.title`)}</span>
        <span className="block text-ink-soft">{t(`sum.${name}.text`)}</span>
        {children}
      </th>
      <td className="px-2 py-2 text-right tabular-nums">{written(left)}</td>
      <td className="px-2 py-2 text-right tabular-nums">{written(right)}</td>
      <td className="px-2 py-2">
        <span
          className={classes(
            'inline-flex items-center gap-1 font-semibold whitespace-nowrap',
            agrees ? 'text-active' : 'text-danger',
          )}
        >
          <Mark aria-hidden size={16} strokeWidth={3} />
          {agrees ? t('sum.agrees') : t('sum.differs', { difference: written(Math.abs(left - right)) })}
        </span>
      </td>
    </tr>
  );
}
