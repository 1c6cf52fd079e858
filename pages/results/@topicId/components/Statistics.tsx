import type { TopicStats } from '#modules/site/contract/index.ts';
import { tierSizes } from '#modules/voting/rules/tiers.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { formatNumber } from '#renderer/format/format.ts';
import { formatMoney } from '#src/shared/money.ts';

/** How many ballots were counted, in all and in each tier, and what they brought in (US dollars, decision 4). */
export function Statistics({ stats }: { stats: TopicStats }) {
  const { t } = useTexts('results');
  const { language } = usePageContext();
  const usd = (cents: number) => formatMoney(cents, 'USD', language);
  return (
    <aside aria-labelledby="statistics" className="slip p-5">
      <h3 id="statistics" className="text-xl">
        {t('statistics')}
      </h3>
      <p className="mt-3 flex items-baseline gap-3">
        <span className="numeral text-4xl">{formatNumber(language, stats.totalVotes)}</span>
        <span className="text-ink-soft">{t('ballots', { count: stats.totalVotes })}</span>
      </p>
      <dl className="mt-4">
        {stats.tierBreakdown.map(({ tier, count, revenue }) => (
          <div key={tier} className="flex items-baseline justify-between gap-3 border-t border-rule py-2">
            <dt>{t('tier', { size: tierSizes[tier] })}</dt>
            <dd className="text-right tabular-nums">
              <span className="font-semibold">{formatNumber(language, count)}</span>
              <span className="block text-sm text-ink-soft">{usd(revenue)}</span>
            </dd>
          </div>
        ))}
        <div className="flex items-baseline justify-between gap-3 border-t-2 border-ink py-2">
          <dt>{t('topics:revenue')}</dt>
          <dd className="font-semibold tabular-nums">{usd(stats.totalRevenue)}</dd>
        </div>
      </dl>
    </aside>
  );
}
