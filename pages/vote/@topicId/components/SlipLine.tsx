import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useRef } from 'react';
import { pointsOf } from '#modules/voting/rules/tally.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { classes } from '#renderer/ui/classes.ts';
import { useDraggableChoice, usePlaceTarget } from './dragging.ts';
import { Grip } from './Grip.tsx';
import type { Ballot } from './use-ballot.ts';

/** One numbered line of the slip: a choice with what can be done to it, or a free place. */
export function SlipLine({ ballot, place }: { ballot: Ballot; place: number }) {
  const { t } = useTexts('vote');
  const line = useRef<HTMLLIElement>(null);
  const id = ballot.ranking[place];
  const [{ dragging }, drag] = useDraggableChoice(ballot, id);
  const [{ over }, drop] = usePlaceTarget(ballot, place, line);
  drag(drop(line));
  return (
    <li
      ref={line}
      className={classes(
        'flex min-h-13 items-center gap-2 border-b border-rule py-1 select-none [-webkit-touch-callout:none]',
        dragging && 'bg-brand-wash opacity-50',
        over && 'bg-brand-wash outline-2 outline-brand outline-dashed',
      )}
    >
      <span className="numeral w-8 shrink-0 text-center text-2xl">{place + 1}</span>
      {id === undefined ? (
        <span className="text-ink-soft">{t('slip.free', { points: pointsOf(place + 1) })}</span>
      ) : (
        <Ranked ballot={ballot} place={place} id={id} />
      )}
    </li>
  );
}

function Ranked({ ballot, place, id }: { ballot: Ballot; place: number; id: number }) {
  const { t } = useTexts('vote');
  const buttons = useRef<HTMLSpanElement>(null);
  const name = ballot.nameOf(id);

  /** The line that comes up in its place gets the focus, or the one before. */
  const remove = () => {
    const slip = buttons.current?.closest('ol');
    ballot.take(id);
    requestAnimationFrame(() => {
      const lines = [slip?.children[place], slip?.children[place - 1]];
      lines
        .map((line) => line?.querySelector<HTMLElement>('[data-remove]'))
        .find(Boolean)
        ?.focus();
    });
  };

  /** The moved line keeps the focus on the button that moved it, so that it can be pressed again. */
  const move = (by: number) => {
    const slip = buttons.current?.closest('ol');
    ballot.put(id, place + by);
    requestAnimationFrame(() => {
      const moved = slip?.children[place + by]?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)');
      const same = [...(moved ?? [])].find((button) => button.dataset.by === String(by));
      (same ?? moved?.[0])?.focus();
    });
  };
  const button = 'grid h-10 w-8 place-items-center rounded-sm hover:bg-brand-wash disabled:opacity-30';
  return (
    <>
      <span className="min-w-0 flex-1 animate-rise font-semibold">{name}</span>
      <span ref={buttons} className="flex shrink-0">
        <button
          type="button"
          data-by={-1}
          disabled={place === 0}
          aria-label={t('slip.up', { name })}
          onClick={() => move(-1)}
          className={button}
        >
          <ArrowUp aria-hidden size={18} />
        </button>
        <button
          type="button"
          data-by={1}
          disabled={place === ballot.ranking.length - 1}
          aria-label={t('slip.down', { name })}
          onClick={() => move(1)}
          className={button}
        >
          <ArrowDown aria-hidden size={18} />
        </button>
        <button type="button" data-remove aria-label={t('slip.remove', { name })} onClick={remove} className={button}>
          <X aria-hidden size={18} />
        </button>
      </span>
      <Grip ballot={ballot} id={id} />
    </>
  );
}
