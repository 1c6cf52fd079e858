import { formatMoney, fromUsdCents } from '../src/shared/money.ts';
import { usePageContext } from './page-context.tsx';

/** Writes a price (US cents) in the visitor's currency. Prices alone convert: revenue and prizes are US dollars (decision 4). */
export function usePrice(): (usdCents: number) => string {
  const { currency, language } = usePageContext();
  return (usdCents) => formatMoney(fromUsdCents(usdCents, currency), currency, language);
}
