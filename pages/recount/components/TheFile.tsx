import { Download } from 'lucide-react';
import { useTexts } from '#renderer/app/texts.ts';
import { RichText } from '#renderer/components/texts/RichText.tsx';
import { ButtonLink } from '#renderer/ui/Button.tsx';

/** What stands in the file, by the names that it has there. */
const fields = [
  ['topic', 'topicId, ruleVersion'],
  ['choices', 'choices'],
  ['ballots', 'ballots'],
  ['rights', 'paid, eligible'],
  ['reference', 'reference'],
  ['accuracy', 'accuracy, order'],
  ['results', 'results'],
  ['money', 'pools, awards'],
] as const;

/** The bundle as a file, what stands in it, and what nobody can learn from it. */
export function TheFile({ topicId }: { topicId: number }) {
  const { t } = useTexts('recount');
  return (
    <div className="mt-14 grid gap-12 lg:grid-cols-[1.2fr_1fr]">
      <section aria-labelledby="file">
        <h2 id="file" className="double-rule pt-4 text-2xl">
          {t('file.title')}
        </h2>
        <p className="mt-3 max-w-[68ch]">{t('file.text')}</p>
        <ButtonLink
          href={`/api/topics/${topicId}/bundle`}
          download={`podium-topic-${topicId}.json`}
          look="plain"
          className="mt-4"
        >
          <Download aria-hidden size={18} />
          {t('file.download')}
        </ButtonLink>
        <dl className="mt-6">
          {fields.map(([key, name]) => (
            <div key={key} className="grid gap-x-4 border-t border-rule py-2 sm:grid-cols-[10rem_1fr]">
              <dt className="font-mono font-semibold [overflow-wrap:anywhere]">{name}</dt>
              <dd>{t(`file.field.${key}`)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="limits">
        <h2 id="limits" className="double-rule pt-4 text-2xl">
          {t('limits.title')}
        </h2>
        <p className="mt-3 max-w-[68ch]">{t('limits.text')}</p>
        <ul className="mt-4 max-w-[68ch] list-disc space-y-2 pl-6 marker:text-ink-soft">
          {(t('limits.list', { returnObjects: true }) as string[]).map((item) => (
            <li key={item}>
              <RichText text={item} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
