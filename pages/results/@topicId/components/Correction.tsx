import type { Topic } from '#modules/voting/contract/index.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';

/** What the site has to say about a topic that is final, and shows what it was voted on for good. */
export function Correction({ topic }: { topic: Topic }) {
  const { t } = useTexts('results');
  const { language } = usePageContext();
  if (!topic.correction) return null;
  const translated = { en: null, es: topic.correctionEs, fr: topic.correctionFr }[language];
  return (
    <section aria-labelledby="correction" className="mt-6 border-l-4 border-closed bg-sheet px-4 py-3">
      <h2 id="correction" className="text-xl">
        {t('correction')}
      </h2>
      <p lang={translated ? undefined : 'en'} className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">
        {translated ?? topic.correction}
      </p>
    </section>
  );
}
