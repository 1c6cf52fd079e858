import { Elements } from '@stripe/react-stripe-js';
import { useEffect, useState } from 'react';
import { useLazyTexts } from '#renderer/app/lazy-texts.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { ApiError } from '#renderer/data/api.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { FormError } from '#renderer/ui/Field.tsx';
import { toast } from '#renderer/ui/toast.tsx';
import type { Ballot } from '../components/use-ballot.ts';
import { useAppearance } from './appearance.ts';
import { CardForm, type CheckoutEnds } from './CardForm.tsx';
import { useVotePayment } from './use-vote-payment.ts';

interface CheckoutProps extends CheckoutEnds {
  ballot: Ballot;
  onSignedOut(): void;
}

/** The payment from setting it up to the card form; every state takes about the form's room, so that nothing jumps. */
export function Checkout({ ballot, onSignedOut, ...ends }: CheckoutProps) {
  const { t } = useLazyTexts('payment');
  const { language } = usePageContext();
  const appearance = useAppearance();
  const { data: ready, error, isFetching, refetch, dataUpdatedAt } = useVotePayment(ballot);
  const [formLost, setFormLost] = useState(false);
  const signedOut = error instanceof ApiError && error.status === 401;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is so
  useEffect(() => {
    if (signedOut) onSignedOut();
  }, [signedOut]);

  const retry = () => {
    setFormLost(false);
    void refetch();
  };
  const failed = !isFetching && (error !== null || formLost);
  return (
    <div className="mt-5 min-h-52">
      {isFetching && (
        <p role="status" className="py-10 text-center text-ink-soft">
          {t('settingUp')}
        </p>
      )}
      {failed && !signedOut && <SetupFailed error={error} onRetry={retry} />}
      {ready && !isFetching && !failed && (
        <Elements
          key={dataUpdatedAt}
          stripe={ready.stripe}
          options={{
            mode: 'payment', // the form knows no payment: what is entered goes to our server as a token, which confirms
            amount: ready.payment.amount,
            currency: ready.payment.currency.toLowerCase(),
            allowedPaymentMethodTypes: ['card'],
            locale: language,
            appearance,
          }}
        >
          <CardForm payment={ready.payment} onLost={() => setFormLost(true)} {...ends} />
        </Elements>
      )}
    </div>
  );
}

/** A reason of the product's own is said as it is; what went wrong otherwise can be tried again. */
function SetupFailed({ error, onRetry }: { error: Error | null; onRetry(): void }) {
  const { t } = useLazyTexts('payment');
  const { t: common } = useTexts();
  const refusal = error instanceof ApiError && error.status >= 400 && error.status < 500 ? error : undefined;
  const outdated = refusal?.code === 'price_changed';
  const settled = refusal && refusal.status !== 429; // nothing to be gained by asking again
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a failure
  useEffect(() => {
    if (!refusal) toast({ title: t('error.title'), text: t('error.text'), look: 'danger' });
  }, []);
  return (
    <div className="space-y-4">
      <FormError>{refusal?.text ?? t('error.setup')}</FormError>
      {outdated && (
        // The price comes with the page; the ballot that was begun is there again afterwards.
        <Button look="plain" onClick={() => location.reload()}>
          {common('error.reload')}
        </Button>
      )}
      {!settled && (
        <Button look="plain" onClick={onRetry}>
          {t('error.retry')}
        </Button>
      )}
    </div>
  );
}
