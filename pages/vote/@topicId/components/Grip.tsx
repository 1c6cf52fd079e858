import { GripVertical } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '#renderer/app/texts.ts';
import { classes } from '#renderer/ui/classes.ts';
import type { Ranking } from './ranking.ts';
import type { Ballot } from './use-ballot.ts';

/**
 * The handle of a ranked choice. By keyboard: space or enter picks the choice up, the arrows move it, space or enter puts
 * it down, escape puts it back. By mouse and touch its line is dragged.
 */
export function Grip({ ballot, id }: { ballot: Ballot; id: number }) {
  const { t } = useTexts('vote');
  const [before, setBefore] = useState<Ranking | null>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const name = ballot.nameOf(id);
  const place = ballot.ranking.indexOf(id);
  const picked = before !== null;

  // A line that moves in the document loses the focus in some browsers.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each move
  useEffect(() => {
    if (picked) handle.current?.focus();
  }, [place]);

  const act = (key: string): boolean => {
    if (key === ' ' || key === 'Enter') toggle();
    else if (!picked) return false;
    else if (key === 'ArrowUp') ballot.put(id, place - 1);
    else if (key === 'ArrowDown') ballot.put(id, place + 1);
    else if (key === 'Home') ballot.put(id, 0);
    else if (key === 'End') ballot.put(id, ballot.ranking.length - 1);
    else if (key === 'Escape') cancel();
    else return false;
    return true;
  };
  const toggle = () => {
    setBefore(picked ? null : ballot.ranking);
    ballot.say(t(picked ? 'said.dropped' : 'said.picked', { name, place: place + 1 }));
  };
  const cancel = () => {
    if (before) ballot.restore(before);
    setBefore(null);
    ballot.say(t('said.cancelled', { name }));
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: Firefox starts no drag from a button
    <span
      ref={handle}
      role="button"
      tabIndex={0}
      aria-pressed={picked}
      aria-label={t('slip.grip', { name, place: place + 1 })}
      onKeyDown={(event) => act(event.key) && event.preventDefault()}
      onBlur={() => setTimeout(() => document.activeElement !== handle.current && setBefore(null))}
      className={classes(
        'grid size-9 shrink-0 cursor-grab touch-none place-items-center rounded-sm',
        picked ? 'bg-brand text-on-brand' : 'text-ink-soft hover:bg-brand-wash',
      )}
    >
      <GripVertical aria-hidden size={18} />
    </span>
  );
}
