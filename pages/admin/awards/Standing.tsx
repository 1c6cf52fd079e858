import type { AdminAward } from '#modules/prizes/contract/admin.ts';
import { kycFromCents } from '#modules/prizes/rules/awards.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { formatMoney } from '#src/shared/money.ts';
import { Moment } from '../components/Moment.tsx';

/** Where an award stands, and what it waits for or what became of it. */
export function Standing({ award: { state, decidedAt, reason } }: { award: AdminAward }) {
  const { t } = useTexts('admin-awards');
  const { language } = usePageContext();
  return (
    <div className="min-w-44 max-w-xs">
      <span className="font-semibold">{t(`state.${state}`)}</span>
      {state === 'kyc' && (
        <span className="block text-ink-soft">
          {t('needsIdentity', { amount: formatMoney(kycFromCents, 'USD', language) })}
        </span>
      )}
      {decidedAt && (
        <span className="block text-ink-soft">
          <Moment at={decidedAt} />
        </span>
      )}
      {reason && <span className="block text-ink-soft [overflow-wrap:anywhere]">{reason}</span>}
    </div>
  );
}
