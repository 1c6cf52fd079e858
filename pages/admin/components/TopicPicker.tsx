import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { AdminTopicRow } from '#modules/voting/contract/admin.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';
import { classes } from '#renderer/ui/classes.ts';
import { inputClasses } from '#renderer/ui/Field.tsx';
import type { Page } from '#src/shared/paging.ts';
import { addressWith } from './asked.ts';

interface Picked {
  id: number;
  name: string;
}

interface TopicPickerProps {
  label: string;
  /** The form's field, which holds the topic's number. */
  name: string;
  picked: Picked | null;
  error?: string | undefined;
  /** Low, as filters are. */
  small?: boolean;
}

const pauseMs = 200;

/** One topic of many: a few letters of its name or its number, then one of those that fit. */
export function TopicPicker({ label, name, picked: initially, error, small }: TopicPickerProps) {
  const { t } = useTexts('admin');
  const id = useId();
  const [picked, setPicked] = useState(initially);
  const [typed, setTyped] = useState(initially?.name ?? '');
  const [asked, setAsked] = useState('');
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data } = useApi<Page<AdminTopicRow>>(
    addressWith('/api/admin/topics', { q: picked?.name === asked ? '' : asked }),
    { enabled: open, staleTime: 30_000, placeholderData: (before) => before },
  );
  const found = open ? (data?.items.slice(0, 8) ?? []) : [];

  const pick = (topic: Picked | null) => {
    setPicked(topic);
    setTyped(topic?.name ?? '');
    setOpen(false);
    setAt(-1);
  };
  const go = (to: number) => {
    setOpen(true);
    setAt(to);
    list.current?.children[to]?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const marked = found[at];
    if (event.key === 'ArrowDown') go(Math.min(at + 1, found.length - 1));
    else if (event.key === 'ArrowUp') go(Math.max(at - 1, 0));
    else if (event.key === 'Enter' && open && marked) pick(marked);
    else if (event.key === 'Escape' && open) setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation(); // Escape closes the list, not the dialog that it may stand in
  };
  return (
    <div className="relative min-w-0">
      <label htmlFor={id} className={classes('mb-1 block font-semibold', small && 'text-sm')}>
        {label}
      </label>
      <input type="hidden" name={name} value={picked?.id ?? ''} />
      <input
        id={id}
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        autoComplete="off"
        value={typed}
        placeholder={t('topicPicker.hint')}
        onChange={(event) => {
          setTyped(event.target.value);
          setPicked(null);
          setAt(-1);
          setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setOpen(false);
          if (!picked) setTyped(''); // what was typed picks nothing
        }}
        className={
          small
            ? 'block min-h-10 w-64 max-w-full rounded-sm border-2 border-field bg-sheet px-2 py-1 text-sm text-ink'
            : inputClasses(Boolean(error))
        }
      />
      <ul
        ref={list}
        id={`${id}-list`}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a list box of the combobox above
        role="listbox"
        aria-label={label}
        className={classes(
          'absolute z-30 mt-1 max-h-72 w-full min-w-64 overflow-y-auto rounded-sm border-2 border-ink bg-sheet p-1 shadow-lift',
          found.length === 0 && 'hidden',
        )}
      >
        {found.map((topic, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are the combobox's
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the combobox
          <li
            key={topic.id}
            id={`${id}-${index}`}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: see above
            role="option"
            aria-selected={index === at}
            onMouseDown={(event) => event.preventDefault()} // keeps the focus, so that the list stays
            onClick={() => pick(topic)}
            className={classes(
              'flex min-h-10 cursor-pointer items-center justify-between gap-3 rounded-sm px-2 text-sm hover:bg-brand-wash',
              index === at && 'bg-brand-wash',
            )}
          >
            <span lang="en" className="min-w-0 [overflow-wrap:anywhere]">
              {topic.name}
            </span>
            <span className="text-ink-soft tabular-nums">{`#${topic.id}`}</span>
          </li>
        ))}
      </ul>
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
