import type { AdminTopicRow } from '#modules/voting/contract/admin.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { sectionPath } from '../sections.ts';
import { TopicActions } from './TopicActions.tsx';

/** A topic's English name, which leads to its form, what is not translated, the ways to its own pages and what can be done with it. */
export function TopicName({ topic }: { topic: AdminTopicRow }) {
  const { t } = useTexts('admin-topics');
  const { id, name } = topic;
  const missing = [
    ...(topic.nameEs === null || topic.descriptionEs === null ? (['es'] as const) : []),
    ...(topic.nameFr === null || topic.descriptionFr === null ? (['fr'] as const) : []),
  ];
  return (
    <div className="min-w-44 [overflow-wrap:anywhere]">
      <a href={sectionPath('topics', id)} lang="en" className="font-semibold underline-offset-4 hover:underline">
        {name}
      </a>
      {missing.map((language) => (
        <span
          key={language}
          title={t(`missing.${language}`)}
          className="ml-2 rounded-sm border border-dashed border-field px-1 text-xs font-semibold whitespace-nowrap text-ink-soft"
        >
          <span aria-hidden>{t('missing.mark', { language: language.toUpperCase() })}</span>
          <span className="sr-only">{t(`missing.${language}`)}</span>
        </span>
      ))}
      <div className="flex items-center gap-x-3 whitespace-nowrap text-ink-soft">
        <a href={`/vote/${id}`} aria-label={t('viewOf', { name })} className="min-h-6 underline underline-offset-4">
          {t('view')}
        </a>
        <a
          href={`/results/${id}`}
          aria-label={t('resultsOf', { name })}
          className="min-h-6 underline underline-offset-4"
        >
          {t('results')}
        </a>
        <TopicActions topic={topic} />
      </div>
    </div>
  );
}
