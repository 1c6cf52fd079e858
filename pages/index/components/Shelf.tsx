import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { TopicCard as Topic } from '#modules/site/contract/index.ts';
import type { ShelfName } from '#modules/voting/rules/shelves.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { TopicCard } from '#renderer/components/topics/TopicCard.tsx';
import { formatNumber } from '#renderer/format/format.ts';
import { buttonClasses } from '#renderer/ui/Button.tsx';

const stepPx = 320; // specification 1, section 9

/** How far each row was scrolled, so that Back finds it as it was left. */
const leftAt = new Map<ShelfName, number>();

interface ShelfProps {
  name: ShelfName;
  topics: Topic[];
  /** How many topics there are, beyond those shown. */
  total: number;
  eager: boolean;
}

/** A row of cards that goes on beyond the edge: by its arrows, wheel, touch and keyboard. */
export function Shelf({ name, topics, total, eager }: ShelfProps) {
  const { t } = useTexts('home');
  const { language } = usePageContext();
  const row = useRef<HTMLUListElement>(null);
  const [ends, setEnds] = useState({ start: true, end: false });
  const title = t(`topics:list.${name}`);
  const look = () => {
    const list = row.current;
    if (!list) return;
    leftAt.set(name, list.scrollLeft);
    const start = list.scrollLeft < 1;
    const end = list.scrollLeft + list.clientWidth > list.scrollWidth - 1;
    setEnds((seen) => (seen.start === start && seen.end === end ? seen : { start, end }));
  };
  useRestoredScroll(row, name);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the row can be measured
  useEffect(() => {
    const list = row.current as HTMLUListElement;
    const seen = new ResizeObserver(look); // a row below the first screen is laid out only when it comes near
    seen.observe(list);
    return () => seen.disconnect();
  }, []);
  // Smooth by the styles, which leave motion out for those who prefer none.
  const scroll = (by: number) => row.current?.scrollBy({ left: by });
  const arrow = buttonClasses('quiet', 'icon');
  const seeAll = { total: formatNumber(language, total), title };
  return (
    <section
      id={name}
      aria-labelledby={`shelf-${name}`}
      className="mt-10 [contain-intrinsic-size:auto_28rem] [content-visibility:auto]"
    >
      <div className="page-width">
        <div className="double-rule flex items-center gap-2 pt-3">
          <h2 id={`shelf-${name}`} className="mr-auto text-2xl">
            {title}
          </h2>
          <a
            href={`/topics/${name}`}
            aria-label={t('seeAllOf', seeAll)}
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            {t('seeAll', seeAll)}
          </a>
          <div className="hidden sm:flex">
            <button
              type="button"
              className={arrow}
              aria-label={t('back', { title })}
              aria-disabled={ends.start}
              onClick={() => scroll(-stepPx)}
            >
              <ArrowLeft aria-hidden size={20} />
            </button>
            <button
              type="button"
              className={arrow}
              aria-label={t('on', { title })}
              aria-disabled={ends.end}
              onClick={() => scroll(stepPx)}
            >
              <ArrowRight aria-hidden size={20} />
            </button>
          </div>
        </div>
      </div>
      <ul
        ref={row}
        onScroll={look}
        className="shelf mt-4 flex snap-x snap-proximity gap-4 overflow-x-auto scroll-smooth pb-4"
      >
        {topics.map((topic, index) => (
          <li key={topic.id} className="w-76 shrink-0 snap-start">
            <TopicCard topic={topic} eager={eager && index < 4} />
          </li>
        ))}
      </ul>
    </section>
  );
}

// The server lays nothing out, and says so when asked to.
const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

function useRestoredScroll(row: React.RefObject<HTMLUListElement | null>, name: ShelfName): void {
  useBrowserLayoutEffect(() => {
    const left = leftAt.get(name);
    if (left) row.current?.scrollTo({ left, behavior: 'instant' });
  }, [row, name]);
}
