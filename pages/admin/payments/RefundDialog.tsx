import type { AdminPaymentDetail } from '#modules/payments/contract/admin.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { formatMoney } from '#src/shared/money.ts';
import { ActionDialog } from '../components/ActionDialog.tsx';
import { ConfirmForm } from '../components/ConfirmForm.tsx';

/** Gives a payment back, with a reason; or says why that cannot be done. */
export function RefundDialog({ payment }: { payment: AdminPaymentDetail }) {
  const { t } = useTexts('admin-payments');
  const { language } = usePageContext();
  const { id, amount: minor, currency, status, refundAsked } = payment;
  if (status !== 'succeeded') return <span className="text-ink-soft">{t(`refund.not.${status}`)}</span>;
  if (refundAsked) return <span className="text-ink-soft">{t('refund.asked')}</span>;
  const amount = formatMoney(minor, currency, language);
  return (
    <ActionDialog label={t('refund.open')} title={t('refund.title', { id, amount })}>
      {(close) => (
        <ConfirmForm
          address={`/api/admin/payments/${id}/refund`}
          reason={t('refund.reason')}
          action={t('refund.action', { amount })}
          done={t('refund.done')}
          failed={t('refund.failed')}
          close={close}
        >
          <p>{t('refund.text', { amount })}</p>
          <p>{t('refund.ballot')}</p>
        </ConfirmForm>
      )}
    </ActionDialog>
  );
}
