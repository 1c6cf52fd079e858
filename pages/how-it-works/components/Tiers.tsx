import { tierPrices } from '#modules/payments/rules/prices.ts';
import { defaultTier, tierSizes, tiers } from '#modules/voting/rules/tiers.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { usePrice, usePriceList } from '#renderer/format/money.ts';
import { classes } from '#renderer/ui/classes.ts';

/** The three sizes of a ballot and what each costs. The one that the selector begins with is the most popular. */
export function Tiers() {
  const { t } = useTexts('how');
  const price = usePrice();
  const prices = usePriceList();
  return (
    <section aria-labelledby="tiers" className="page-width mt-16">
      <h2 id="tiers" className="double-rule pt-4 text-3xl">
        {t('tiers.title')}
      </h2>
      <p className="mt-4 max-w-[68ch]">{t('tiers.text', { prices })}</p>
      <ul className="mt-6 grid gap-5 md:grid-cols-3">
        {tiers.map((tier) => (
          <li
            key={tier}
            className={classes(
              'slip flex flex-col p-6',
              tier === defaultTier && 'border-x-2 border-b-2 border-x-ink border-b-ink',
            )}
          >
            <div className="flex items-start justify-between gap-3">
              <h3 className="numeral text-4xl">{t('tier', { size: tierSizes[tier] })}</h3>
              {tier === defaultTier && (
                <p className="rounded-sm bg-ink px-2 py-0.5 text-sm font-semibold text-paper">{t('tiers.popular')}</p>
              )}
            </div>
            <p className="mt-3 mb-5">{t(`tiers.${tier}`)}</p>
            <p className="mt-auto border-t border-rule pt-4">
              <span className="numeral text-3xl">{price(tierPrices[tier])}</span> {t('tiers.each')}
            </p>
            <p className="mt-1 font-semibold">{t('tiers.free')}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
