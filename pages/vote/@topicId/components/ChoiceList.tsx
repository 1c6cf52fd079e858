import { Check, Plus } from 'lucide-react';
import { useRef } from 'react';
import type { Choice } from '#modules/voting/contract/index.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { classes } from '#renderer/ui/classes.ts';
import { useDraggableChoice, useLeaveTarget } from './dragging.ts';
import type { Ballot } from './use-ballot.ts';

/** All choices; a press puts one on the next free place, another takes it off again. Each can be dragged to a place. */
export function ChoiceList({ ballot }: { ballot: Ballot }) {
  const { t } = useTexts('vote');
  const list = useRef<HTMLUListElement>(null);
  const [, drop] = useLeaveTarget(ballot);
  drop(list);
  const full = ballot.ranking.length >= ballot.limit;
  return (
    <section aria-labelledby="choices" className="mt-8">
      <h2 id="choices" className="text-xl">
        {t('choices.title')}
      </h2>
      <p className="mt-1 text-ink-soft">{full ? t('choices.full') : t('choices.hint')}</p>
      <ul ref={list} className="mt-4 grid gap-2 sm:grid-cols-2">
        {ballot.topic.choices.map((choice) => (
          <Tile key={choice.id} ballot={ballot} choice={choice} full={full} />
        ))}
      </ul>
    </section>
  );
}

function Tile({ ballot, choice, full }: { ballot: Ballot; choice: Choice; full: boolean }) {
  const { id, name, description } = choice;
  const tile = useRef<HTMLLIElement>(null);
  const [{ dragging }, drag] = useDraggableChoice(ballot, id);
  drag(tile);
  const place = ballot.ranking.indexOf(id) + 1;
  return (
    <li ref={tile} className="cursor-grab select-none [-webkit-touch-callout:none]">
      <button
        type="button"
        aria-pressed={place > 0}
        onClick={() => (place > 0 ? ballot.take(id) : ballot.put(id))}
        className={classes(
          'flex min-h-16 w-full items-center gap-3 rounded-sm border-2 px-3 py-2 text-left transition-colors duration-150',
          place > 0 ? 'border-brand bg-brand-wash' : 'border-rule bg-sheet hover:border-ink',
          dragging && 'border-dashed opacity-50',
        )}
      >
        <span
          className={classes(
            'numeral grid size-9 shrink-0 place-items-center rounded-sm text-xl',
            place > 0 ? 'bg-brand text-on-brand' : 'border border-dashed border-field text-ink-soft',
            full && place === 0 && 'opacity-40',
          )}
        >
          {place > 0 ? place : <Plus aria-hidden size={18} />}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{name}</span>
          <span lang="en" className="block text-sm text-ink-soft">
            {description}
          </span>
        </span>
        <Check aria-hidden size={18} className={classes('shrink-0 text-brand', place === 0 && 'invisible')} />
      </button>
    </li>
  );
}
