import { useQueryClient } from '@tanstack/react-query';
import type { AdminTopic } from '#modules/voting/contract/admin.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';
import { FormError } from '#renderer/ui/Field.tsx';
import { ConfirmForm } from '../components/ConfirmForm.tsx';

/** Asks before a topic is deleted or, where it has ballots, archived (decision 2), and says which of the two it will be. */
export function DeleteTopic({ id, close, onDone }: { id: number; close(): void; onDone(): Promise<void> }) {
  const { t } = useTexts('admin-topics');
  const queryClient = useQueryClient();
  // Asked for now: a ballot may have come since the table was made.
  const address = `/api/admin/topics/${id}` as const;
  const { data: topic, isError, isFetching } = useApi<AdminTopic>(address, { staleTime: 0, refetchOnMount: 'always' });
  if (isError) return <FormError>{t('admin:failed')}</FormError>;
  if (!topic || isFetching) return <p className="text-ink-soft">{t('admin:loading')}</p>;
  const way = topic.hasBallots ? 'archive' : 'delete';
  const running = topic.resultsFinalized === 0 && topic.isCancelled === 0;
  return (
    <ConfirmForm
      address={address}
      method="DELETE"
      action={t(`${way}.action`)}
      done={t(`${way}.done`)}
      failed={t('delete.failed')}
      close={close}
      onDone={async () => {
        await onDone();
        queryClient.removeQueries({ queryKey: [address] }); // there may be nothing to fetch again
      }}
    >
      <p>{t(`${way}.why`)}</p>
      {way === 'archive' && running && <p>{t('archive.cancels')}</p>}
      <p className="font-semibold">{t(`${way}.forGood`)}</p>
    </ConfirmForm>
  );
}
