import type { AdminAward } from '#modules/prizes/contract/admin.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { formatMoney } from '#src/shared/money.ts';
import { ActionDialog } from '../components/ActionDialog.tsx';
import { ConfirmForm } from '../components/ConfirmForm.tsx';

/** What can be done with an award as it stands: pay it out elsewhere and say so here, or keep it back. */
export function AwardActions({ award: { id, cents, state, userId, username } }: { award: AdminAward }) {
  const { t } = useTexts('admin-awards');
  const { language } = usePageContext();
  if (state === 'paid' || state === 'withheld') return null;
  const values = { id, amount: formatMoney(cents, 'USD', language), winner: username ?? `#${userId}` };
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'payable' && (
        <ActionDialog label={t('paid.open')} name={t('paid.openOf', values)} title={t('paid.title', values)}>
          {(close) => (
            <ConfirmForm
              address={`/api/admin/awards/${id}/paid`}
              action={t('paid.action')}
              done={t('paid.done')}
              failed={t('paid.failed')}
              close={close}
            >
              <p>{t('paid.text', values)}</p>
              <p>{t('final')}</p>
            </ConfirmForm>
          )}
        </ActionDialog>
      )}
      <ActionDialog
        look="quiet"
        label={t('withhold.open')}
        name={t('withhold.openOf', values)}
        title={t('withhold.title', values)}
      >
        {(close) => (
          <ConfirmForm
            address={`/api/admin/awards/${id}/withhold`}
            reason={t('withhold.reason')}
            action={t('withhold.action')}
            done={t('withhold.done')}
            failed={t('withhold.failed')}
            close={close}
          >
            <p>{t('withhold.text', values)}</p>
            <p>{t('final')}</p>
          </ConfirmForm>
        )}
      </ActionDialog>
    </div>
  );
}
