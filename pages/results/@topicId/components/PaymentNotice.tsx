import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Payment, PaymentStatus } from '#modules/payments/contract/index.ts';
import { useLazyTexts } from '#renderer/app/lazy-texts.ts';
import { usePaymentWords } from '#renderer/components/payments/payment-words.ts';
import { forgetBegun } from '#renderer/components/topics/begun-ballot.ts';
import { fetchApi } from '#renderer/data/api.ts';
import { classes } from '#renderer/ui/classes.ts';

const askEveryMs = 3_000;
const askForMs = 60_000;

const edges: Partial<Record<PaymentStatus, string>> = {
  processing: 'border-upcoming',
  succeeded: 'border-active',
};

/** How the payment stands that somebody has just made: followed until it is decided, for a minute at most. */
export default function PaymentNotice({ payment: first }: { payment: Payment }) {
  const { t } = useLazyTexts('payment');
  const words = usePaymentWords();
  const { payment, patient } = useDecision(first);
  const { status, topic } = payment;
  const { title, text, reason } = words(payment);
  useArrival(payment);
  return (
    <section role="status" className={classes('border-l-4 bg-sheet px-4 py-3', edges[status] ?? 'border-danger')}>
      <p className="text-lg font-semibold">{title}</p>
      <p>{status === 'processing' && !patient ? t('late') : [reason, text].filter(Boolean).join(' ')}</p>
      {(status === 'open' || status === 'canceled') && topic.status !== 'closed' && (
        <a href={`/vote/${topic.id}`} className="inline-flex min-h-11 items-center underline underline-offset-4">
          {t('back')}
        </a>
      )}
    </section>
  );
}

/**
 * Asks the server until it is decided. A payment that is open in our books may be charged already: it counts as under way
 * until the provider was asked, so that nobody pays a second time.
 */
function useDecision(first: Payment): { payment: Payment; patient: boolean } {
  const [patient, setPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), askForMs);
    return () => clearTimeout(timer);
  }, []);
  const asked = first.status === 'open' || first.status === 'processing';
  const { data: settled } = useQuery<Payment>({
    queryKey: ['settled payment', first.id],
    queryFn: () => fetchApi(`/api/payments/${first.id}/settle`, { method: 'POST' }),
    enabled: asked,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) => patient && (!data || data.status === 'processing') && askEveryMs,
  });
  return { payment: settled ?? (asked ? { ...first, status: 'processing' } : first), patient };
}

/** When it has succeeded: what was begun is cast, the ballot is there to be seen, and a reload tells nothing again. */
function useArrival({ status, topic }: Payment): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (status !== 'succeeded') return;
    forgetBegun(topic.id);
    void queryClient.invalidateQueries({ queryKey: [`/api/topics/${topic.id}/ballots/mine`] });
    const address = new URL(location.href);
    address.searchParams.delete('payment');
    history.replaceState(history.state, '', address);
  }, [status, topic.id, queryClient]);
}
