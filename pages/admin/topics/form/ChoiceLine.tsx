import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { memo, type ReactNode, useId, useRef } from 'react';
import { useDrag, useDrop } from 'react-dnd';
import { useTexts } from '#renderer/app/texts.ts';
import { classes } from '#renderer/ui/classes.ts';
import { inputClasses } from '#renderer/ui/Field.tsx';
import type { ChoiceRow } from './draft.ts';
import { Spelling } from './Spelling.tsx';

interface ChoiceLineProps {
  row: ChoiceRow;
  index: number;
  count: number;
  errors: Partial<Record<'name' | 'description' | 'image', string>> | undefined;
  /** It cannot be removed. */
  fixed: boolean;
  /** Its name changes by a correction alone. */
  correctable: boolean;
  /** It has a picture that stays. */
  pictured: boolean;
  edit(key: string, change: Partial<ChoiceRow>): void;
  move(key: string, to: number): void;
  say(name: string, place: number): void;
  remove(row: ChoiceRow, index: number): void;
}

/** The columns of the choices where there is room for them: place, name, description, picture, buttons. */
export const choiceGrid =
  'grid items-start gap-2 lg:grid-cols-[4.75rem_minmax(0,3fr)_minmax(0,4fr)_minmax(0,3fr)_7.5rem]';

const type = 'row';
interface Dragged {
  key: string;
  name: string;
  /** Where it stands now, and stood before. */
  index: number;
  from: number;
}

/** One choice of the form. Rendered again only when something of it changes: a topic may have two hundred. */
export const ChoiceLine = memo(function ChoiceLine(props: ChoiceLineProps) {
  const { row, index, count, errors, fixed, correctable, pictured, edit, move, say, remove } = props;
  const { t } = useTexts('admin-topics');
  const line = useRef<HTMLLIElement>(null);
  const grip = useRef<HTMLSpanElement>(null);
  const place = index + 1;
  const name = row.name || t('choices.unnamed');

  const [{ dragging }, drag, preview] = useDrag<Dragged, unknown, { dragging: boolean }>(
    {
      type,
      item: () => ({ key: row.key, name, index, from: index }),
      isDragging: (monitor) => monitor.getItem()?.key === row.key,
      collect: (monitor) => ({ dragging: monitor.isDragging() }),
      end: (item, monitor) => {
        if (!monitor.didDrop())
          move(item.key, item.from); // a drag that ends nowhere changes nothing
        else if (item.index !== item.from) say(item.name, item.index + 1);
      },
    },
    [row.key, name, index, move, say],
  );
  const [, drop] = useDrop<Dragged, unknown, unknown>(
    {
      accept: type,
      hover(item, monitor) {
        const box = line.current?.getBoundingClientRect();
        const y = monitor.getClientOffset()?.y;
        if (item.index === index || !box || y === undefined) return;
        // Only past the middle: at the edge two lines of unlike height would change places to and fro.
        const middle = box.top + box.height / 2;
        if (item.index < index ? y <= middle : y >= middle) return;
        move(item.key, index);
        item.index = index;
      },
    },
    [index, move],
  );
  drag(grip);
  preview(drop(line));

  /** The moved line keeps the focus on the button that moved it, so that it can be pressed again. */
  const step = (by: number) => {
    move(row.key, index + by);
    say(name, place + by);
    requestAnimationFrame(() => {
      const buttons = [...(line.current?.querySelectorAll<HTMLButtonElement>('[data-by]:not(:disabled)') ?? [])];
      (buttons.find((button) => button.dataset.by === String(by)) ?? buttons[0])?.focus();
    });
  };
  const button = 'grid size-10 place-items-center rounded-sm hover:bg-brand-wash disabled:opacity-30';
  return (
    <li
      ref={line}
      className={classes(
        'border-b border-rule py-2 max-lg:grid-cols-[auto_minmax(0,1fr)_auto]',
        choiceGrid,
        dragging && 'bg-brand-wash opacity-50',
      )}
    >
      <span className="flex items-center">
        <span
          ref={grip}
          aria-hidden
          title={t('choices.drag')}
          className="grid size-10 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-ink-soft hover:bg-brand-wash"
        >
          <GripVertical size={18} />
        </span>
        <span className="numeral w-8 shrink-0 text-center text-xl">{place}</span>
      </span>
      <span className="col-start-3 row-start-1 flex shrink-0 lg:col-start-5">
        <button
          type="button"
          data-by={-1}
          disabled={index === 0}
          aria-label={t('choices.up', { name })}
          onClick={() => step(-1)}
          className={button}
        >
          <ArrowUp aria-hidden size={18} />
        </button>
        <button
          type="button"
          data-by={1}
          disabled={index === count - 1}
          aria-label={t('choices.down', { name })}
          onClick={() => step(1)}
          className={button}
        >
          <ArrowDown aria-hidden size={18} />
        </button>
        <button
          type="button"
          disabled={fixed}
          title={fixed ? t('fixed.choice') : undefined}
          aria-label={t('choices.remove', { name })}
          onClick={() => remove(row, index)}
          className={button}
        >
          <X aria-hidden size={18} />
        </button>
      </span>
      <div className="col-span-3 grid grid-cols-2 gap-2 lg:contents">
        {(['name', 'description', 'image'] as const).map((field) => (
          <Cell
            key={field}
            label={t(`choices.${field}`)}
            about={t('choices.place', { place })}
            value={row[field]}
            error={errors?.[field]}
            lang={field === 'image' ? undefined : 'en'}
            stays={
              (field === 'name' && correctable && t('fixed.name')) ||
              (field === 'image' && pictured && t('fixed.image')) ||
              undefined
            }
            onChange={(value) => edit(row.key, { [field]: value })}
          >
            {field === 'name' && correctable && row.id !== undefined && <Spelling id={row.id} name={row.name} />}
          </Cell>
        ))}
      </div>
    </li>
  );
});

interface CellProps {
  label: string;
  /** Which choice, for whoever cannot see it. */
  about: string;
  value: string;
  error: string | undefined;
  lang: string | undefined;
  /** Why it cannot be changed, if so. */
  stays: string | undefined;
  children: ReactNode;
  onChange(value: string): void;
}

function Cell({ label, about, value, error, lang, stays, children, onChange }: CellProps) {
  const id = useId();
  return (
    <div className="min-w-0 max-lg:first:col-span-2">
      <label htmlFor={id} className="mb-1 block text-sm font-semibold lg:sr-only">
        {label}
        <span className="sr-only"> {about}</span>
      </label>
      <input
        id={id}
        lang={lang}
        value={value}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()} // in a list it would be pressed to go on
        readOnly={stays !== undefined}
        title={stays}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={inputClasses(Boolean(error), classes('min-h-10 px-2', stays && 'border-dashed text-ink-soft'))}
      />
      {children}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
