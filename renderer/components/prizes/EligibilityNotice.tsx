import type { Eligibility } from '#modules/accounts/contract/index.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { ButtonLink } from '../../ui/Button.tsx';

/** What somebody has still to prove before he or she can win, and where; nothing where nothing is missing (decision 5). */
export function EligibilityNotice({ eligibility }: { eligibility: Eligibility }) {
  const { t } = useTexts('prizes');
  const missing = (['email', 'phone'] as const).filter((proof) => !eligibility[proof]);
  if (missing.length === 0) return null;
  return (
    <section aria-labelledby="eligibility-notice" className="mt-6 border-l-4 border-upcoming bg-sheet p-5 print:hidden">
      <h2 id="eligibility-notice" className="text-xl">
        {t('eligibility.title')}
      </h2>
      <p className="mt-1 font-semibold">{missing.map((proof) => t(`eligibility.${proof}`)).join(' ')}</p>
      <p className="mt-1 max-w-[68ch]">{t('eligibility.by')}</p>
      <ButtonLink href="/profile#contact" look="plain" size="sm" className="mt-3">
        {t('eligibility.action')}
      </ButtonLink>
    </section>
  );
}
