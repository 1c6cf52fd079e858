import { pointsOf } from '#modules/voting/rules/tally.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { Place } from '#renderer/ui/Place.tsx';
import { exampleBallot } from './example.ts';

/** The headline beside a ballot that is filled in already: the one that the example below counts. */
export function Opening() {
  const { t } = useTexts('how');
  return (
    <div className="page-width grid items-center gap-10 py-10 md:grid-cols-[1.15fr_1fr] md:py-16">
      <div>
        <h1 className="text-4xl">{t('headline')}</h1>
        <p className="mt-5 max-w-prose text-lg text-ink-soft">{t('intro')}</p>
      </div>
      <figure className="slip rotate-[0.6deg] p-6 sm:p-7">
        <figcaption>
          <span className="block text-sm text-ink-soft">{t('slip.kind')}</span>
          <span className="wide mt-1 block text-2xl leading-tight">{t('slip.topic')}</span>
        </figcaption>
        <ol className="mt-5">
          {exampleBallot.map(({ fruit, place }) => (
            <li key={fruit} className="flex items-center gap-4 border-b border-rule py-2.5">
              <Place rank={place} size="lg" />
              <span className="min-w-0 flex-1 text-lg font-semibold">{t(`fruit.${fruit}`)}</span>
              <span className="text-sm text-ink-soft tabular-nums">
                {t('slip.points', { points: pointsOf(place) })}
              </span>
            </li>
          ))}
        </ol>
      </figure>
    </div>
  );
}
