import { useTexts } from '#renderer/app/texts.ts';
import { ConfirmForm } from '../components/ConfirmForm.tsx';

/** Asks before a topic is cancelled. */
export function CancelTopic({ id, close }: { id: number; close(): void }) {
  const { t } = useTexts('admin-topics');
  return (
    <ConfirmForm
      address={`/api/admin/topics/${id}/cancel`}
      action={t('cancel.action')}
      done={t('cancel.done')}
      failed={t('cancel.failed')}
      close={close}
    >
      <p>{t('cancel.stops')}</p>
      <p>{t('cancel.refunds')}</p>
      <p className="font-semibold">{t('cancel.forGood')}</p>
    </ConfirmForm>
  );
}
