import { useTranslation } from 'react-i18next';
import type { ResultRow } from '../../../../modules/voting/contract.ts';
import { formatNumber } from '../../../../renderer/format.ts';
import { usePageContext } from '../../../../renderer/page-context.tsx';
import { classes } from '../../../../renderer/ui/classes.ts';

const steps = [
  { step: 'h-32 text-4xl', medal: 'bg-gold', order: 'order-2' },
  { step: 'h-22 text-3xl', medal: 'bg-silver', order: 'order-1' },
  { step: 'h-14 text-3xl', medal: 'bg-bronze', order: 'order-3' },
];

/** The first three on their steps; read aloud in their order. */
export function Podium({ rows }: { rows: ResultRow[] }) {
  const { t } = useTranslation('results');
  const { language } = usePageContext();
  return (
    <ol className="mb-8 flex items-end gap-1 border-b-4 border-ink sm:gap-2">
      {steps.map(({ step, medal, order }, index) => {
        const row = rows[index];
        if (!row) return null;
        return (
          <li key={row.id} className={classes('flex min-w-0 flex-1 flex-col', order)}>
            <p className="px-1 pb-2 text-center">
              <span className="block font-semibold text-balance sm:text-lg">{row.name}</span>
              <span className="text-sm text-ink-soft tabular-nums">
                {t('points', { count: row.totalPoints, formatted: formatNumber(language, row.totalPoints) })}
              </span>
            </p>
            <span aria-hidden className={classes('numeral grid place-items-center text-on-medal', step, medal)}>
              {row.rank}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
