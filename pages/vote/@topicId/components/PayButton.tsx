import { lazy, Suspense, useRef, useState } from 'react';
import { tierPrices } from '#modules/payments/rules/prices.ts';
import { ErrorBoundary } from '#renderer/app/ErrorBoundary.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { usePrice } from '#renderer/format/money.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { FormError } from '#renderer/ui/Field.tsx';
import type { Ballot } from './use-ballot.ts';

const load = () => import('../payment/PaymentDialog.tsx');
const PaymentDialog = lazy(load);

export interface Paying {
  open: boolean;
  setOpen(open: boolean): void;
}

interface PayButtonProps {
  ballot: Ballot;
  paying: Paying;
  /** The session has ended meanwhile. */
  onSignedOut(): void;
}

/** Opens the payment dialog; its code, its texts and the provider's form come with the first use. */
export function PayButton({ ballot, paying, onSignedOut }: PayButtonProps) {
  const { t } = useTexts('vote');
  const price = usePrice();
  const button = useRef<HTMLButtonElement>(null);
  const [lost, setLost] = useState(false);
  const failed = <FormError>{t('common:error.retry')}</FormError>;
  const start = async () => {
    try {
      await load();
      setLost(false);
      paying.setOpen(true);
    } catch {
      setLost(true);
    }
  };
  const ahead = () => void load().catch(() => {});
  return (
    <>
      {lost && failed}
      <Button
        ref={button}
        className="w-full"
        aria-haspopup="dialog"
        disabled={ballot.ranking.length === 0}
        onClick={() => void start()}
        onPointerEnter={ahead}
        onFocus={ahead}
      >
        {t('slip.pay', { price: price(tierPrices[ballot.tier]) })}
      </Button>
      {paying.open && (
        <ErrorBoundary fallback={failed}>
          <Suspense fallback={null}>
            <PaymentDialog
              ballot={ballot}
              onClose={() => paying.setOpen(false)}
              onClosed={() => button.current?.focus()}
              onSignedOut={() => {
                paying.setOpen(false);
                onSignedOut();
              }}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
