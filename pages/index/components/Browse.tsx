import type { Home } from '#modules/site/contract/index.ts';
import { categories } from '#modules/voting/rules/categories.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { formatNumber } from '#renderer/format/format.ts';
import { seasonsAt } from '#src/shared/seasons.ts';

/** Where to begin: the seasons that are on, and the categories with how many topics each has. */
export function Browse({ shelves }: { shelves: Home['shelves'] }) {
  const { t } = useTexts('home');
  const { language, now } = usePageContext();
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const rows = shelves.filter(({ name }) => (categories as readonly string[]).includes(name));
  return (
    <div className="page-width grid gap-x-12 gap-y-6 md:grid-cols-2">
      <section aria-labelledby="seasons">
        <h2 id="seasons" className="text-lg">
          {t('season.title')}
        </h2>
        <ul className="mt-2 flex flex-wrap gap-2">
          {seasonsAt(new Date(now)).map(({ name, lastDay }) => (
            <li key={name}>
              <a
                href={`/topics/${name}`}
                className="flex min-h-11 items-baseline gap-2 border-2 border-ink bg-sheet px-3 py-1.5 hover:bg-ink hover:text-paper"
              >
                <span className="wide">{t(`topics:list.${name}`)}</span>
                <span className="text-sm">{t('season.until', { day: day.format(lastDay) })}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <nav aria-labelledby="browse">
        <h2 id="browse" className="text-lg">
          {t('browse')}
        </h2>
        <ul className="mt-2 flex flex-wrap gap-2">
          {rows.map(({ name, total }) => (
            <li key={name}>
              <a
                href={`#${name}`}
                className="flex min-h-11 items-center gap-2 rounded-full border border-field px-4 hover:border-ink hover:bg-sheet"
              >
                {t(`topics:list.${name}`)}
                <span className="numeral text-ink-soft">{formatNumber(language, total)}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
