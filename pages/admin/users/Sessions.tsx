import type { Session } from '#modules/accounts/contract/index.ts';
import type { AdminUser } from '#modules/admin/contract/people.ts';
import { useUser } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';
import { FormError } from '#renderer/ui/Field.tsx';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import { ActionDialog } from '../components/ActionDialog.tsx';
import { ConfirmForm } from '../components/ConfirmForm.tsx';
import { apis } from './addresses.ts';
import { nameOf } from './name-of.ts';

/** Where somebody is logged in, and how to end it. */
export function Sessions({ user }: { user: AdminUser }) {
  const { id } = user;
  const { t } = useTexts('admin-users');
  const viewer = useUser();
  const { data: sessions, isError } = useApi<Session[]>(`${apis.user}/${id}/sessions`, { staleTime: 0 });
  if (isError) return <FormError>{t('admin:failed')}</FormError>;
  if (!sessions) return <p className="text-ink-soft">{t('admin:loading')}</p>;
  if (sessions.length === 0) return <p className="text-ink-soft">{t('sessions.none')}</p>;
  return (
    <>
      <ul className="text-sm">
        {sessions.map(({ id: session, browser, system, startedAt }) => (
          <li key={session} className="flex flex-wrap justify-between gap-x-4 border-b border-rule py-1">
            <span>{browser && system ? t('sessions.device', { browser, system }) : t('sessions.unknown')}</span>
            <span className="text-ink-soft">
              {t('sessions.since')} <LocalTime moment={startedAt} />
            </span>
          </li>
        ))}
      </ul>
      <ActionDialog label={t('sessions.end')} title={t('sessions.ask', { username: nameOf(user) })}>
        {(close) => (
          <ConfirmForm
            address={`${apis.user}/${id}/sessions/end`}
            action={t('sessions.end')}
            done={t('sessions.done')}
            failed={t('sessions.failed')}
            close={close}
          >
            <p>{t('sessions.text')}</p>
            {id === viewer?.id && <p className="font-semibold">{t('sessions.own')}</p>}
          </ConfirmForm>
        )}
      </ActionDialog>
    </>
  );
}
