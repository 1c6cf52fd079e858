import type { Choice, OwnBallot } from '#modules/voting/contract/index.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';

/** The voter's own ballots as they were counted. Nobody else gets to see them. */
export function OwnBallots({ ballots, choices }: { ballots: OwnBallot[]; choices: Choice[] }) {
  const { t } = useTexts('results');
  const nameOf = (id: number) => choices.find((choice) => choice.id === id)?.name;
  return (
    <section id="own" aria-label={t('own.title')} className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {ballots.map((ballot) => (
        <article key={ballot.id} className="slip animate-stamp p-5">
          <h2 className="text-xl">{t('own.title')}</h2>
          <p className="text-sm text-ink-soft">
            {t('own.counted')} <LocalTime moment={ballot.countedAt} />
          </p>
          <ol className="mt-3">
            {ballot.ranking.map((id, index) => (
              <li key={id} className="flex items-center gap-3 border-b border-rule py-1.5">
                <span className="numeral w-8 text-center text-2xl">{index + 1}</span>
                <span className="font-semibold">{nameOf(id)}</span>
              </li>
            ))}
          </ol>
        </article>
      ))}
    </section>
  );
}
