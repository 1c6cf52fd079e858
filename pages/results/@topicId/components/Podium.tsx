import type { ResultRow } from '#modules/voting/contract/index.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { formatNumber } from '#renderer/format/format.ts';
import { classes } from '#renderer/ui/classes.ts';

const steps = [
  { step: 'h-40 text-[5.5rem]', medal: 'bg-gold', order: 'order-2', name: 'text-xl sm:text-2xl' },
  { step: 'h-28 text-[4rem]', medal: 'bg-silver', order: 'order-1', name: 'text-lg sm:text-xl' },
  { step: 'h-20 text-[3rem]', medal: 'bg-bronze', order: 'order-3', name: 'text-lg sm:text-xl' },
];

/** The first three on their steps; read aloud in their order. */
export function Podium({ rows }: { rows: ResultRow[] }) {
  const { t } = useTexts('results');
  const { language } = usePageContext();
  return (
    <ol className="flex items-end gap-1 border-b-4 border-ink sm:gap-2">
      {steps.map(({ step, medal, order, name }, index) => {
        const row = rows[index];
        if (!row) return null;
        return (
          <li key={row.id} className={classes('flex min-w-0 flex-1 flex-col', order)}>
            <p className="px-1 pb-2 text-center [overflow-wrap:anywhere]">
              <span
                className={classes(
                  'wide block leading-tight text-balance hyphens-auto max-sm:[font-stretch:68%]',
                  name,
                )}
              >
                {row.name}
              </span>
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
