import type { TopicPrizes } from '#modules/prizes/contract/index.ts';
import { weights } from '#modules/prizes/rules/awards.ts';
import { tierSizes } from '#modules/voting/rules/tiers.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { formatNumber, placeName } from '#renderer/format/format.ts';
import { classes } from '#renderer/ui/classes.ts';
import { Place } from '#renderer/ui/Place.tsx';
import { formatMoney } from '#src/shared/money.ts';

type TierPool = TopicPrizes['pools'][number];

/** The contest of one tier: what its pool is and how it came about, and who shares it. US dollars (decision 4). */
export function Pool({ pool }: { pool: TierPool }) {
  const { t } = useTexts('prizes');
  const { language } = usePageContext();
  const id = `pool-${pool.tier}`;
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="flex items-baseline justify-between gap-3 border-b-2 border-ink pb-1 text-xl">
        {t('tier', { size: tierSizes[pool.tier] })}
        <span className="numeral text-2xl">{formatMoney(pool.poolCents, 'USD', language)}</span>
      </h3>
      <p className="mt-2 text-sm">{useExplanation(pool)}</p>
      {pool.awards.length > 0 && <Winners pool={pool} />}
    </section>
  );
}

/** How a pool came about and was shared, with its own numbers (decision 5). */
function useExplanation({ revenueCents, poolCents, entrants, awards }: TierPool): string {
  const { t } = useTexts('prizes');
  const { language } = usePageContext();
  const usd = (cents: number) => formatMoney(cents, 'USD', language);
  if (revenueCents === 0) return t('pool.none');
  const shared =
    entrants === 0
      ? t('pool.unawarded')
      : t('pool.shared', {
          count: entrants,
          formatted: formatNumber(language, entrants),
          winners: awards.length,
          weights: weights.slice(0, awards.length).join(' : '),
        });
  return `${t('pool.half', { revenue: usd(revenueCents), pool: usd(poolCents) })} ${shared}`;
}

function Winners({ pool: { tier, awards } }: { pool: TierPool }) {
  const { t } = useTexts('prizes');
  return (
    <table className="mt-3 w-full border-collapse text-left">
      <caption className="sr-only">{t('winners.caption', { tier: t('tier', { size: tierSizes[tier] }) })}</caption>
      <thead>
        <tr className="border-b border-ink text-sm">
          <th scope="col" className="py-1 pr-2">
            {t('winners.place')}
          </th>
          <th scope="col" className="py-1">
            {t('winners.from')}
          </th>
          <th scope="col" className="py-1 pl-2 text-right">
            {t('winners.accuracy')}
          </th>
          <th scope="col" className="py-1 pl-2 text-right">
            {t('winners.award')}
          </th>
        </tr>
      </thead>
      <tbody>
        {awards.map((award) => (
          <WinnerRow key={award.place} award={award} />
        ))}
      </tbody>
    </table>
  );
}

function WinnerRow({ award }: { award: TierPool['awards'][number] }) {
  const { t } = useTexts('prizes');
  const { language } = usePageContext();
  return (
    <tr className={classes('border-b border-rule', award.mine && 'bg-brand-wash')}>
      <td className="py-1 pr-2">
        <Place rank={award.place} />
        <span className="sr-only">{award.place}</span>
      </td>
      <td className="py-1 leading-tight [overflow-wrap:anywhere]">
        <span suppressHydrationWarning>{placeName(language, award) || t('topics:anonymous')}</span>
        {award.mine && (
          <span className="ml-2 inline-block rounded-sm bg-brand px-1.5 text-sm font-semibold text-on-brand">
            {t('winners.you')}
          </span>
        )}
      </td>
      <td className="py-1 pl-2 text-right tabular-nums">{award.accuracy}</td>
      <td className="numeral py-1 pl-2 text-right text-lg">{formatMoney(award.cents, 'USD', language)}</td>
    </tr>
  );
}
