import { useTexts } from '#renderer/app/texts.ts';

interface Step {
  title: string;
  text: string;
}

/** From the topic to the result, in five steps. */
export function Steps() {
  const { t } = useTexts('how');
  return (
    <section aria-labelledby="steps" className="page-width">
      <h2 id="steps" className="double-rule pt-4 text-3xl">
        {t('steps.title')}
      </h2>
      <ol className="mt-2">
        {(t('steps.list', { returnObjects: true }) as Step[]).map(({ title, text }, index) => (
          <li
            key={title}
            className="grid grid-cols-[3.5rem_1fr] items-start gap-x-4 border-b border-rule py-6 sm:grid-cols-[6rem_1fr] md:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1.6fr)] md:gap-x-8"
          >
            <span aria-hidden className="numeral row-span-2 text-[4.5rem] sm:text-[6.5rem] md:row-span-1">
              {index + 1}
            </span>
            <h3 className="text-2xl md:pt-2">{title}</h3>
            <p className="mt-2 max-w-[60ch] text-lg md:mt-0 md:pt-2">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
