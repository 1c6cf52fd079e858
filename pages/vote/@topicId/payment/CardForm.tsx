import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { StripePaymentElementOptions } from '@stripe/stripe-js';
import { type FormEvent, useRef, useState } from 'react';
import type { Confirmation, Payment, VotePayment } from '#modules/payments/contract/index.ts';
import { useLazyTexts } from '#renderer/app/lazy-texts.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { fetchApi } from '#renderer/data/api.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { FormError } from '#renderer/ui/Field.tsx';
import { toast } from '#renderer/ui/toast.tsx';
import { formatMoney } from '#src/shared/money.ts';
import { type Outcome, pay } from './pay.ts';

/** Cards alone, and nothing of the buyer beside the card (specification 1, section 7). */
const options: StripePaymentElementOptions = {
  fields: { billingDetails: { address: 'if_required' } },
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
  terms: { card: 'never' },
};

export interface CheckoutEnds {
  /** The money is under way from here on, or it is not any more. */
  onBusy(busy: boolean): void;
  onCounted(): Promise<void>;
  onUnderWay(paymentId: number): Promise<void>;
  onUndone(payment: Payment): void;
}

interface CardFormProps extends CheckoutEnds {
  payment: VotePayment;
  /** The provider could not show its form. */
  onLost(): void;
}

/** The provider's fields and the button that pays: what is typed here never comes to us. */
export function CardForm({ payment, onLost, onBusy, onCounted, onUnderWay, onUndone }: CardFormProps) {
  const { t } = useLazyTexts('payment');
  const { language } = usePageContext();
  const stripe = useStripe();
  const elements = useElements();
  const [ready, setReady] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const underWay = useRef(false);

  const free = (taken: boolean) => {
    underWay.current = taken;
    setBusy(taken);
    onBusy(taken);
  };
  const finish = (outcome: Outcome): void | Promise<void> => {
    if (outcome.kind === 'counted') return onCounted();
    if (outcome.kind === 'underWay') return onUnderWay(payment.paymentId);
    if (outcome.kind === 'undone') return onUndone(outcome.payment);
    free(false);
    if (outcome.kind === 'incomplete') return;
    const message = outcome.decline ? t(`decline.${outcome.decline}`) : outcome.message;
    setFailure(message ?? t('unexpected.text'));
    toast({ title: t(message ? 'failed' : 'unexpected.title'), text: message ?? t('unexpected.text'), look: 'danger' });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (underWay.current || !stripe || !elements) return; // a double click pays once
    free(true);
    setFailure(undefined);
    await finish(
      await pay({
        stripe,
        elements,
        clientSecret: payment.clientSecret,
        returnUrl: `${location.origin}/api/payments/return`,
        confirm: (confirmationToken) =>
          fetchApi<Confirmation>(`/api/payments/${payment.paymentId}/confirm`, {
            method: 'POST',
            body: { confirmationToken },
          }),
        settle: () => fetchApi<Payment>(`/api/payments/${payment.paymentId}/settle`, { method: 'POST' }),
        pause: () => new Promise((resolve) => setTimeout(resolve, 1_000)),
      }),
    );
  };
  const price = formatMoney(payment.amount, payment.currency, language);
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-4">
      <div className="min-h-36">
        <PaymentElement options={options} onReady={() => setReady(true)} onLoadError={onLost} />
      </div>
      <FormError>{failure}</FormError>
      <Button type="submit" className="w-full" disabled={!ready} busy={busy}>
        {busy ? t('paying') : t('pay', { price })}
      </Button>
    </form>
  );
}
