import { tierPrices } from '#modules/payments/rules/prices.ts';
import { formatMoney, fromUsdCents } from '#src/shared/money.ts';
import { usePageContext } from '../app/page-context.tsx';

/** Writes a price (US cents) in the visitor's currency. Prices alone convert: revenue and prizes are US dollars (decision 4). */
export function usePrice(): (usdCents: number) => string {
  const { currency, language } = usePageContext();
  return (usdCents) => formatMoney(fromUsdCents(usdCents, currency), currency, language);
}

/** The prices of all tiers in one phrase: '$2.00, $3.00, or $10.00'. */
export function usePriceList(): string {
  const { language } = usePageContext();
  const price = usePrice();
  return new Intl.ListFormat(language, { type: 'disjunction' }).format(
    Object.values(tierPrices).map((cents) => price(cents)),
  );
}
