import type { AdminUser } from '#modules/admin/contract/people.ts';
import { useUser } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import { ActionDialog } from '../components/ActionDialog.tsx';
import { ConfirmForm } from '../components/ConfirmForm.tsx';
import { apis } from './addresses.ts';
import { nameOf } from './name-of.ts';

/** Whether and why an account is suspended, and the way to change that. */
export function Suspension({ user }: { user: AdminUser }) {
  const { t } = useTexts('admin-users');
  const viewer = useUser();
  const { id, suspendedAt, suspendedReason } = user;
  const username = nameOf(user);
  const canChange = id !== viewer?.id && user.state !== 'unverified';
  const change = { address: `${apis.user}/${id}`, method: 'PUT', failed: t('change.failed') } as const;
  if (suspendedAt) {
    return (
      <>
        <p>
          <span className="font-semibold text-danger">{t('suspend.since')}</span> <LocalTime moment={suspendedAt} />
        </p>
        {suspendedReason && <p className="border-l-4 border-danger pl-3 [overflow-wrap:anywhere]">{suspendedReason}</p>}
        {canChange && (
          <ActionDialog key="back" label={t('suspend.back')} title={t('suspend.backAsk', { username })}>
            {(close) => (
              <ConfirmForm
                {...change}
                body={{ suspended: false }}
                action={t('suspend.back')}
                done={t('suspend.backDone', { username })}
                close={close}
              >
                <p>{t('suspend.backText')}</p>
              </ConfirmForm>
            )}
          </ActionDialog>
        )}
      </>
    );
  }
  return (
    <>
      <p className="text-sm text-ink-soft">{t('suspend.text')}</p>
      {canChange && (
        <ActionDialog key="suspend" label={t('suspend.action')} title={t('suspend.ask', { username })}>
          {(close) => (
            <ConfirmForm
              {...change}
              body={{ suspended: true }}
              reason={t('suspend.reason')}
              action={t('suspend.action')}
              done={t('suspend.done', { username })}
              close={close}
            >
              <p>{t('suspend.text')}</p>
              <p className="text-ink-soft">{t('suspend.reasonHint')}</p>
            </ConfirmForm>
          )}
        </ActionDialog>
      )}
    </>
  );
}
