import { priceOf } from '#modules/payments/rules/prices.ts';
import { inLanguage } from '#modules/voting/rules/localize.ts';
import { tierSizes } from '#modules/voting/rules/tiers.ts';
import { useLazyTexts } from '#renderer/app/lazy-texts.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { formatMoney } from '#src/shared/money.ts';
import type { Ballot } from '../components/use-ballot.ts';

/** What is bought, as it will be cast, and on what terms. */
export function Purchase({ ballot }: { ballot: Ballot }) {
  const { t } = useLazyTexts('payment');
  const { language, currency } = usePageContext();
  const { topic, tier, ranking, nameOf } = ballot;
  return (
    <section aria-label={t('purchase')}>
      <div className="flex items-end justify-between gap-4">
        <p className="min-w-0">
          <span className="block text-ink-soft">{inLanguage(topic, language).name}</span>
          <span className="font-semibold">{t('ballot', { size: tierSizes[tier] })}</span>
        </p>
        <p className="numeral text-3xl whitespace-nowrap">{formatMoney(priceOf(tier, currency), currency, language)}</p>
      </div>
      <ol className="mt-3 flex flex-wrap gap-x-4 gap-y-1 border-y border-rule py-2">
        {ranking.map((id, index) => (
          <li key={id} className="flex items-baseline gap-1.5">
            <span className="numeral text-lg">{index + 1}</span>
            <span>{nameOf(id)}</span>
          </li>
        ))}
      </ol>
      <p className="mt-3 text-sm text-ink-soft">{t('terms', { currency })}</p>
    </section>
  );
}
