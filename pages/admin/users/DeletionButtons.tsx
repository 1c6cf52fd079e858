import type { Deletion } from '#modules/privacy/contract/index.ts';
import { useUser } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { ActionDialog } from '../components/ActionDialog.tsx';
import { ConfirmForm } from '../components/ConfirmForm.tsx';
import { sectionPath } from '../sections.ts';
import { apis } from './addresses.ts';
import { nameOf } from './name-of.ts';

/** Approve or reject, each asked for once more; or why this admin cannot decide. */
export function DeletionButtons({ deletion: { id, user, awardsOpen } }: { deletion: Deletion }) {
  const { t } = useTexts('admin-users');
  const viewer = useUser();
  if (user.id === viewer?.id) return <p className="max-w-60 min-w-40 text-sm">{t('deletions.own')}</p>;
  const username = nameOf(user);
  const address = `${apis.deletions}/${id}/decide`;
  return (
    <div className="flex min-w-48 flex-wrap gap-2">
      {awardsOpen ? (
        <p className="max-w-60 text-sm">
          <a href={sectionPath('awards')} className="underline underline-offset-4">
            {t('deletions.awardsOpen')}
          </a>
        </p>
      ) : (
        <ActionDialog
          label={t('deletions.approve')}
          name={t('deletions.approveName', { username })}
          title={t('deletions.approveAsk', { username })}
        >
          {(close) => (
            <ConfirmForm
              address={address}
              body={{ approved: true }}
              action={t('deletions.approveSubmit')}
              done={t('deletions.approved')}
              failed={t('deletions.approveFailed')}
              close={close}
            >
              <p>{t('deletions.approveText')}</p>
              <p className="font-semibold">{t('deletions.approveForGood')}</p>
            </ConfirmForm>
          )}
        </ActionDialog>
      )}
      <ActionDialog
        label={t('deletions.reject')}
        name={t('deletions.rejectName', { username })}
        title={t('deletions.rejectAsk', { username })}
        look="quiet"
      >
        {(close) => (
          <ConfirmForm
            address={address}
            body={{ approved: false }}
            action={t('deletions.rejectSubmit')}
            done={t('deletions.rejected')}
            failed={t('deletions.rejectFailed')}
            close={close}
          >
            <p>{t('deletions.rejectText')}</p>
          </ConfirmForm>
        )}
      </ActionDialog>
    </div>
  );
}
