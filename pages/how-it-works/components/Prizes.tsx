import { useTexts } from '#renderer/app/texts.ts';
import { RichText } from '#renderer/components/texts/RichText.tsx';
import { AccuracyExample } from './AccuracyExample.tsx';
import { ShareExample } from './ShareExample.tsx';

interface Rule {
  term: string;
  text: string;
}

/** How a close ballot wins: the rules in plain words, then one example from the ballot to the award. */
export function Prizes() {
  const { t } = useTexts('how');
  return (
    <section aria-labelledby="prizes" className="page-width mt-16">
      <h2 id="prizes" className="double-rule pt-4 text-3xl">
        {t('prizes.title')}
      </h2>
      <p className="mt-4 max-w-[68ch] text-lg">{t('prizes.lead')}</p>
      <dl className="mt-6 grid gap-x-10 md:grid-cols-2">
        {(t('prizes.rules', { returnObjects: true }) as Rule[]).map(({ term, text }) => (
          <div key={term} className="border-t border-rule py-4">
            <dt className="text-lg font-semibold">{term}</dt>
            <dd className="mt-1 max-w-[60ch]">
              <RichText text={text} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-8 grid gap-12 lg:grid-cols-[1.25fr_1fr] lg:gap-16">
        <AccuracyExample />
        <ShareExample />
      </div>
    </section>
  );
}
