import { useQueryClient } from '@tanstack/react-query';
import { Dialog } from 'radix-ui';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { navigate } from 'vike/client/router';
import type { Payment } from '#modules/payments/contract/index.ts';
import { useLazyTexts } from '#renderer/app/lazy-texts.ts';
import { usePaymentWords } from '#renderer/components/payments/payment-words.ts';
import { forgetBegun } from '#renderer/components/topics/begun-ballot.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { DialogFrame } from '#renderer/ui/DialogPopup.tsx';
import { FormError } from '#renderer/ui/Field.tsx';
import { toast } from '#renderer/ui/toast.tsx';
import type { Ballot } from '../components/use-ballot.ts';
import { Checkout } from './Checkout.tsx';
import { Purchase } from './Purchase.tsx';

interface PaymentDialogProps {
  ballot: Ballot;
  onClose(): void;
  /** Where the focus goes then. */
  onClosed(): void;
  onSignedOut(): void;
}

/**
 * Buys a ballot (specification 1, section 4). No Radix modal: that would take the focus and the presses from the bank's
 * window, which the provider lays over it. The page behind is inert instead.
 */
export default function PaymentDialog({ ballot, onClose, onClosed, onSignedOut }: PaymentDialogProps) {
  const { t } = useLazyTexts('payment');
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [undone, setUndone] = useState<Payment>();
  useInertPage();
  const topicId = ballot.topic.id;

  const leave = async (address: string) => {
    forgetBegun(topicId);
    await queryClient.invalidateQueries({ refetchType: 'none' });
    await navigate(address);
  };
  const close = () => {
    if (busy) return;
    onClose();
    void queryClient.invalidateQueries({ queryKey: [`/api/topics/${topicId}`] }); // it may have ended meanwhile
  };
  return (
    <Dialog.Root open modal={false} onOpenChange={close}>
      {createPortal(<div className="fixed inset-0 z-40 bg-veil" />, document.body)}
      <DialogFrame title={t('title')} closeLabel={t('close')} locked={busy} firm onClosed={onClosed}>
        {undone ? (
          <Undone payment={undone} onClose={close} />
        ) : (
          <>
            <Purchase ballot={ballot} />
            <Checkout
              ballot={ballot}
              onBusy={setBusy}
              onCounted={async () => {
                await leave(`/results/${topicId}`);
                toast({ title: t('state.succeeded.title'), text: t('state.succeeded.text') });
              }}
              onUnderWay={(paymentId) => leave(`/results/${topicId}?payment=${paymentId}`)}
              onUndone={(payment) => {
                setBusy(false);
                setUndone(payment);
              }}
              onSignedOut={onSignedOut}
            />
          </>
        )}
      </DialogFrame>
    </Dialog.Root>
  );
}

function Undone({ payment, onClose }: { payment: Payment; onClose(): void }) {
  const { t } = useLazyTexts('payment');
  const { title, text, reason } = usePaymentWords()(payment);
  return (
    <div className="space-y-4">
      <FormError title={title}>{[reason, text].filter(Boolean).join(' ')}</FormError>
      {/* The button that had the focus is gone. */}
      <Button look="plain" onClick={onClose} ref={(button) => button?.focus()}>
        {t('close')}
      </Button>
    </div>
  );
}

/** Nothing of the page can be pressed or read while the dialog is open; what others put beside it can. */
function useInertPage(): void {
  useEffect(() => {
    const page = document.getElementById('root') as HTMLElement;
    page.inert = true;
    return () => {
      page.inert = false;
    };
  }, []);
}
