import { tierPrices } from '#modules/payments/rules/prices.ts';
import { poolOf } from '#modules/prizes/rules/awards.ts';
import { tierSizes } from '#modules/voting/rules/tiers.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { formatNumber } from '#renderer/format/format.ts';
import { Place } from '#renderer/ui/Place.tsx';
import { formatMoney } from '#src/shared/money.ts';
import { awardsOf, paidBallots } from './example.ts';

/** A pool and its ten shares; the bars share one scale. Always in US dollars (decision 4). */
export function ShareExample() {
  const { t } = useTexts('how');
  const { language } = usePageContext();
  const usd = (cents: number) => formatMoney(cents, 'USD', language);
  const revenue = paidBallots * tierPrices.top3;
  const pool = poolOf(revenue);
  const awards = awardsOf(pool);
  const most = awards[0]?.cents ?? 1;
  return (
    <div className="min-w-0">
      <h3 className="text-2xl">{t('shares.title')}</h3>
      <p className="mt-3 max-w-[68ch]">
        {t('shares.text', {
          ballots: formatNumber(language, paidBallots),
          tier: t('tier', { size: tierSizes.top3 }),
          price: usd(tierPrices.top3),
          revenue: usd(revenue),
          pool: usd(pool),
        })}
      </p>
      <table className="mt-5 w-full border-collapse text-left">
        <caption className="pb-3 text-left text-sm text-ink-soft">{t('shares.caption', { pool: usd(pool) })}</caption>
        <thead>
          <tr className="border-b-2 border-ink text-sm">
            <th scope="col" className="w-16 py-2 pr-3">
              {t('points.place')}
            </th>
            <th scope="col" className="py-2 pr-3">
              {t('shares.weight')}
            </th>
            <th scope="col" className="py-2 text-right">
              {t('shares.award')}
            </th>
          </tr>
        </thead>
        <tbody>
          {awards.map(({ place, weight, cents }) => (
            <tr key={place} className="border-b border-rule">
              <th scope="row" className="py-1 pr-3">
                <Place rank={place} />
                <span className="sr-only">{place}</span>
              </th>
              <td className="py-1 pr-3">
                <span className="flex items-center gap-3">
                  <span className="numeral w-6 text-right text-lg">{weight}</span>
                  <span aria-hidden className="block h-2 flex-1 bg-rule">
                    <span className="block h-2 bg-ink" style={{ width: `${(100 * cents) / most}%` }} />
                  </span>
                </span>
              </td>
              <td className="numeral py-1 text-right text-xl">{usd(cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
