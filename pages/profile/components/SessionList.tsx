import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Session } from '#modules/accounts/contract/index.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { type ApiError, fetchApi, useApi } from '#renderer/data/api.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { FormError } from '#renderer/ui/Field.tsx';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import { toast } from '#renderer/ui/toast.tsx';

const address = '/api/users/sessions';

/** Where somebody is signed in, and a way to end what should not be. */
export function SessionList() {
  const { t } = useTexts('profile');
  const queryClient = useQueryClient();
  const { data: sessions, isPending, isError } = useApi<Session[]>(address, { staleTime: 0 });
  const end = useMutation<unknown, ApiError, string>({
    mutationFn: (path) => fetchApi(path, { method: 'DELETE' }),
    onSuccess: () => toast({ title: t('sessionList.ended') }),
    onError: (error) => toast({ title: error.text ?? t('common:error.retry'), look: 'danger' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [address] }),
  });
  const others = sessions?.filter(({ current }) => !current) ?? [];
  return (
    <section aria-labelledby="sessions" aria-busy={isPending}>
      <h3 id="sessions" className="text-xl">
        {t('sessionList.title')}
      </h3>
      {isPending && <p className="py-3 text-ink-soft">{t('list.loading')}</p>}
      <FormError>{isError ? t('list.failed') : undefined}</FormError>
      <ul className="mt-2">
        {sessions?.map(({ id, current, startedAt, browser, system }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 border-b border-rule py-2">
            <span>
              <span className="block font-semibold">
                {browser && system ? t('sessionList.device', { browser, system }) : t('sessionList.unknown')}
              </span>
              <span className="text-sm text-ink-soft">
                {t('sessionList.since')} <LocalTime moment={startedAt} />
              </span>
            </span>
            {current ? (
              <span className="rounded-sm border border-field px-2 py-0.5 text-sm font-semibold">
                {t('sessionList.current')}
              </span>
            ) : (
              <Button look="plain" size="sm" busy={end.isPending} onClick={() => end.mutate(`${address}/${id}`)}>
                {t('sessionList.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <Button look="plain" size="sm" className="mt-4" busy={end.isPending} onClick={() => end.mutate(address)}>
          {t('sessionList.endOthers')}
        </Button>
      )}
    </section>
  );
}
