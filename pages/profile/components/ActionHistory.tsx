import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AccountAction } from '#modules/privacy/contract/index.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { type ApiError, fetchApi } from '#renderer/data/api.ts';
import { Button, ButtonLink } from '#renderer/ui/Button.tsx';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import { toast } from '#renderer/ui/toast.tsx';

/** Every request that was made, where it stands, and what can still be done with it. */
export function ActionHistory({ actions }: { actions: AccountAction[] }) {
  const { t } = useTexts('profile');
  const queryClient = useQueryClient();
  const cancel = useMutation<unknown, ApiError, number>({
    mutationFn: (id) => fetchApi(`/api/account/actions/${id}/cancel`, { method: 'POST' }),
    onError: (error) => toast({ title: error.text ?? t('common:error.retry'), look: 'danger' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['/api/account/actions'] }),
  });
  return (
    <section aria-labelledby="history">
      <h3 id="history" className="text-xl">
        {t('action.history')}
      </h3>
      {actions.length === 0 && <p className="py-3 text-ink-soft">{t('action.none')}</p>}
      <ul className="mt-2">
        {actions.map(({ id, actionType, status, requestedAt, downloadUrl }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 border-b border-rule py-3">
            <span>
              <span className="block font-semibold">{t(`action.${actionType}.title`)}</span>
              <span className="text-sm text-ink-soft">
                <LocalTime moment={requestedAt} />
                {t('action.dash', { status: t(`action.status.${status}`) })}
              </span>
            </span>
            {downloadUrl && status === 'completed' && (
              <ButtonLink href={downloadUrl} download look="plain" size="sm">
                {t('action.download')}
              </ButtonLink>
            )}
            {(status === 'pending' || (status === 'processing' && actionType === 'account_deletion')) && (
              <Button look="quiet" size="sm" busy={cancel.isPending} onClick={() => cancel.mutate(id)}>
                {t('action.cancel')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
