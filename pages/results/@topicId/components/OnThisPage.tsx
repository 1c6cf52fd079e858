import { useTranslation } from 'react-i18next';
import type { OwnAccuracy } from '../../../../modules/prizes/contract.ts';
import { usePageContext } from '../../../../renderer/page-context.tsx';
import { formatMoney } from '../../../../src/shared/money.ts';

interface OnThisPageProps {
  /** Ids of the sections below, with their titles. */
  sections: [id: string, title: string][];
  accuracies: OwnAccuracy[];
}

/** The way past a long ranking; and first of all, for a winner, what he or she came to see. */
export function OnThisPage({ sections, accuracies }: OnThisPageProps) {
  const { t } = useTranslation('results');
  const { language } = usePageContext();
  const won = accuracies.reduce((sum, { award }) => sum + (award?.cents ?? 0), 0);
  return (
    <>
      {won > 0 && (
        <p className="mt-4 border-l-8 border-active bg-sheet px-4 py-3">
          <a href="#own" className="wide text-2xl underline-offset-4 hover:underline">
            {t('prizes:award.won', { amount: formatMoney(won, 'USD', language) })}
          </a>
        </p>
      )}
      <nav aria-label={t('onThisPage')} className="mt-3 print:hidden">
        <ul className="flex flex-wrap gap-x-5">
          {sections.map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`} className="inline-flex min-h-11 items-center underline underline-offset-4">
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
