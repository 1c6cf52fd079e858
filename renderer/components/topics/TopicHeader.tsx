import type { ReactNode } from 'react';
import type { Topic } from '#modules/voting/contract/index.ts';
import { inLanguage } from '#modules/voting/rules/localize.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { usePageContext } from '../../app/page-context.tsx';
import { useHydrated } from '../../format/clock.ts';
import { formatNumber } from '../../format/format.ts';

/** The head of a topic's pages: what it is about, how many take part, and what stands beside it. */
export function TopicHeader({ topic, children }: { topic: Topic; children?: ReactNode }) {
  const { t } = useTexts('topics');
  const { language, urlPathname } = usePageContext();
  const { name, description } = inLanguage(topic, language);
  return (
    <header className="flex flex-wrap items-end justify-between gap-6 border-b-2 border-ink pb-6">
      <div className="min-w-0 max-w-2xl [overflow-wrap:anywhere]">
        <nav aria-label={t('tabs')} className="mb-4 print:hidden">
          <ul className="flex gap-5">
            {(['vote', 'results'] as const).map((tab) => (
              <li key={tab}>
                <a
                  href={`/${tab}/${topic.id}`}
                  aria-current={urlPathname.startsWith(`/${tab}/`) ? 'page' : undefined}
                  className="wide inline-flex min-h-11 items-center border-b-3 border-transparent text-ink-soft hover:text-ink aria-[current]:border-brand aria-[current]:text-ink"
                >
                  {t(`tab.${tab}`)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <p className="text-sm font-semibold text-ink-soft">
          {t('about', {
            category: t(`list.${topic.category}`),
            voters: t('participants', {
              count: topic.participants,
              formatted: formatNumber(language, topic.participants),
            }),
          })}
        </p>
        <h1 className="mt-2 text-3xl">{name}</h1>
        <p className="mt-3 text-lg text-ink-soft">{description}</p>
        <Origin />
      </div>
      {children}
    </header>
  );
}

/** Where and when a printed page comes from. */
function Origin() {
  const { t } = useTexts();
  const { now, language } = usePageContext();
  const hydrated = useHydrated();
  if (!hydrated) return null;
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date(now));
  const address = location.origin + location.pathname;
  return <p className="mt-3 hidden text-sm print:block">{t('printed', { brand: t('brand'), address, day })}</p>;
}
