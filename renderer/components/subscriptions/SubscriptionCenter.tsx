import { useEffect, useRef, useState } from 'react';
import { useLazyTexts } from '../../app/lazy-texts.ts';
import DialogPopup from '../../ui/DialogPopup.tsx';
import type { Trigger } from '../../ui/OnFirstUse.tsx';
import { SubscriptionForm } from './SubscriptionForm.tsx';
import { TermsSummary } from './TermsSummary.tsx';
import { useSubscription } from './use-subscription.ts';

/**
 * The subscription center. The terms are a second view of the same dialog, so that no two overlays lie upon each other;
 * the form stays in place behind it with everything that was typed.
 */
export default function SubscriptionCenter({ trigger }: { trigger: Trigger }) {
  const { t } = useLazyTexts('subscription');
  const [terms, setTerms] = useState(false);
  const termsLink = useRef<HTMLButtonElement>(null);
  const comesBack = useRef(false);
  const subscription = useSubscription();
  useEffect(() => {
    if (comesBack.current) termsLink.current?.focus();
    comesBack.current = terms;
  }, [terms]);
  return (
    <DialogPopup
      trigger={trigger}
      title={t(terms ? 'summary.title' : 'title')}
      closeLabel={t('close')}
      onEscape={terms ? () => setTerms(false) : undefined}
      onClose={() => {
        comesBack.current = false;
        setTerms(false);
      }}
    >
      {terms && <TermsSummary onBack={() => setTerms(false)} />}
      <div hidden={terms}>
        <SubscriptionForm subscription={subscription} termsLink={termsLink} onTerms={() => setTerms(true)} />
      </div>
    </DialogPopup>
  );
}
