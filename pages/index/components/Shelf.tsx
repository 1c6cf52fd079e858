import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TopicCard as Topic } from '../../../modules/voting/contract.ts';
import type { ShelfName } from '../../../modules/voting/rules/shelves.ts';
import { buttonClasses } from '../../../renderer/ui/Button.tsx';
import { TopicCard } from './TopicCard.tsx';

const stepPx = 320; // specification 1, section 9

/** A row of cards that goes on beyond the edge. */
export function Shelf({ shelf, eager }: { shelf: { name: ShelfName; topics: Topic[] }; eager: boolean }) {
  const { t } = useTranslation('home');
  const row = useRef<HTMLUListElement>(null);
  const title = t(`shelf.${shelf.name}`);
  const scroll = (by: number) => row.current?.scrollBy({ left: by, behavior: 'smooth' });
  const arrow = buttonClasses('quiet', 'sm', 'w-11');
  return (
    <section
      aria-labelledby={`shelf-${shelf.name}`}
      className="mt-10 [contain-intrinsic-size:auto_26rem] [content-visibility:auto]"
    >
      <div className="page-width">
        <div className="double-rule flex items-center justify-between gap-4 pt-3">
          <h2 id={`shelf-${shelf.name}`} className="text-2xl">
            {title} <span className="numeral text-xl text-ink-soft">{shelf.topics.length}</span>
          </h2>
          <div className="hidden sm:flex">
            <button type="button" className={arrow} aria-label={t('back', { title })} onClick={() => scroll(-stepPx)}>
              <ArrowLeft aria-hidden size={20} />
            </button>
            <button type="button" className={arrow} aria-label={t('on', { title })} onClick={() => scroll(stepPx)}>
              <ArrowRight aria-hidden size={20} />
            </button>
          </div>
        </div>
      </div>
      <ul ref={row} className="shelf mt-4 flex snap-x snap-proximity gap-4 overflow-x-auto pb-4">
        {shelf.topics.map((topic, index) => (
          <li key={topic.id} className="w-72 shrink-0 snap-start">
            <TopicCard topic={topic} eager={eager && index < 4} />
          </li>
        ))}
      </ul>
    </section>
  );
}
