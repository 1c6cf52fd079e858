import type { OwnAccuracy } from '#modules/prizes/contract/index.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { formatMoney } from '#src/shared/money.ts';

/** For a winner, before everything else, what he or she came to see. */
export function Won({ accuracies }: { accuracies: OwnAccuracy[] }) {
  const { t } = useTexts('prizes');
  const { language } = usePageContext();
  const won = accuracies.reduce((sum, { award }) => sum + (award && award.state !== 'withheld' ? award.cents : 0), 0);
  if (won === 0) return null;
  return (
    <p className="mt-4 border-l-8 border-active bg-sheet px-4 py-3">
      <a href="#own" className="wide text-2xl underline-offset-4 hover:underline">
        {t('award.won', { amount: formatMoney(won, 'USD', language) })}
      </a>
    </p>
  );
}

/** The way past a long ranking: ids of the sections below it, with their titles. */
export function OnThisPage({ sections }: { sections: [id: string, title: string][] }) {
  const { t } = useTexts('results');
  return (
    <nav aria-label={t('onThisPage')} className="mt-2 print:hidden">
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
  );
}
