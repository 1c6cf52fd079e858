import type { Payment } from '#modules/payments/contract/index.ts';
import { formatMoney } from '#src/shared/money.ts';
import { useLazyTexts } from '../../app/lazy-texts.ts';
import { usePageContext } from '../../app/page-context.tsx';

/** How a payment stands, in words. For lazy components only, as are its texts. */
export function usePaymentWords() {
  const { t } = useLazyTexts('payment');
  const { language } = usePageContext();
  return ({ status, reason, amount, currency }: Payment) => ({
    /** Short, for lists. */
    label: t(`state.${status}.label`),
    title: t(`state.${status}.title`),
    text: t(`state.${status}.text`, { amount: formatMoney(amount, currency, language) }),
    reason: reason && t(`reason.${reason}`),
  });
}
