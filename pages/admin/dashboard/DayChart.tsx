import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';

interface DayChartProps {
  title: string;
  /** What is counted, as the head of the table's column. */
  unit: string;
  /** The oldest first; days are YYYY-MM-DD of UTC. */
  days: { day: string; value: number }[];
  write(value: number): string;
}

/** One bar a day on a scale from zero, its sum and its greatest in words, and the same as a table. */
export function DayChart({ title, unit, days, write }: DayChartProps) {
  const { t } = useTexts('admin-dashboard');
  const { language } = usePageContext();
  const most = Math.max(1, ...days.map(({ value }) => value));
  const sum = days.reduce((total, { value }) => total + value, 0);
  const dayFormat = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const name = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`));
  return (
    <section className="min-w-0 border-t border-rule pt-3">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-4 text-base">
        {title}
        <span className="numeral text-xl">{write(sum)}</span>
      </h3>
      <div aria-hidden className="mt-2 flex h-24 items-end gap-px border-b border-ink">
        {days.map(({ day, value }) => (
          <span
            key={day}
            title={`${name(day)}: ${write(value)}`}
            style={{ height: `${Math.max(value > 0 ? 2 : 0, (100 * value) / most)}%` }}
            className="flex-1 bg-upcoming hover:bg-brand"
          />
        ))}
      </div>
      <p aria-hidden className="flex justify-between text-sm text-ink-soft">
        <span>{days[0] && name(days[0].day)}</span>
        <span>{t('most', { most: write(Math.max(0, ...days.map(({ value }) => value))) })}</span>
        <span>{t('today')}</span>
      </p>
      <details className="mt-1 text-sm">
        <summary className="cursor-pointer underline underline-offset-4">{t('asTable')}</summary>
        <table className="mt-1 w-full border-collapse">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="border-b border-ink text-left">
              <th scope="col">{t('day')}</th>
              <th scope="col" className="text-right">
                {unit}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, value }) => (
              <tr key={day} className="border-b border-rule">
                <th scope="row" className="py-0.5 text-left font-normal">
                  {name(day)}
                </th>
                <td className="py-0.5 text-right tabular-nums">{write(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
