import { usePageContext } from '#renderer/app/page-context.tsx';
import { formatNumber } from '#renderer/format/format.ts';
import { formatMoney } from '#src/shared/money.ts';

/** How the dashboard writes its figures: counts, and US cents as dollars. */
export function useWriters() {
  const { language } = usePageContext();
  return {
    number: (value: number) => formatNumber(language, value),
    dollars: (cents: number) => formatMoney(cents, 'USD', language),
  };
}
