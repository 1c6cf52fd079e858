import { useCallback, useRef, useState } from 'react';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { DragArea } from '#renderer/components/topics/DragArea.tsx';
import { formatNumber } from '#renderer/format/format.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { classes } from '#renderer/ui/classes.ts';
import { ActionDialog } from '../../components/ActionDialog.tsx';
import { ChoiceLine, choiceGrid } from './ChoiceLine.tsx';
import { type ChoiceRow, newRow } from './draft.ts';
import type { Fixed } from './fixed.ts';
import { PasteList } from './PasteList.tsx';
import { mostChoices } from './pasted.ts';
import type { TopicForm } from './use-topic-form.ts';

interface Removed {
  row: ChoiceRow;
  index: number;
}

/** What can be ranked, in its order: added one by one or as a list, moved by mouse, touch and keyboard, removed and brought back. */
export function Choices({ topicForm, fixed: fixes }: { topicForm: TopicForm; fixed: Fixed }) {
  const fixed = fixes.choices;
  const { t } = useTexts('admin-topics');
  const { language } = usePageContext();
  const { draft, base, setChoices, errors } = topicForm;
  const { choices } = draft;
  const [removed, setRemoved] = useState<Removed[]>([]);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);

  const focusOn = (index: number, what: string) =>
    requestAnimationFrame(() => list.current?.children[index]?.querySelector<HTMLElement>(what)?.focus());
  const edit = useCallback(
    (key: string, change: Partial<ChoiceRow>) =>
      setChoices((rows) => rows.map((row) => (row.key === key ? { ...row, ...change } : row))),
    [setChoices],
  );
  const move = useCallback(
    (key: string, to: number) =>
      setChoices((rows) => {
        const from = rows.findIndex((row) => row.key === key);
        const moved = rows[from];
        return moved && to >= 0 && to < rows.length ? rows.toSpliced(from, 1).toSpliced(to, 0, moved) : rows;
      }),
    [setChoices],
  );
  const say = useCallback((name: string, place: number) => setSaid(t('choices.moved', { name, place })), [t]);
  const remove = useCallback(
    (row: ChoiceRow, index: number) => {
      setChoices((rows) => rows.filter(({ key }) => key !== row.key));
      setRemoved((before) => [...before, { row, index }]);
      requestAnimationFrame(() => document.getElementById('undo-removal')?.focus());
    },
    [setChoices],
  );
  const undo = () => {
    const last = removed.at(-1);
    if (!last) return;
    setChoices((rows) => rows.toSpliced(last.index, 0, last.row));
    setRemoved(removed.slice(0, -1));
    focusOn(last.index, 'input');
  };
  const add = () => {
    setChoices((rows) => [...rows, newRow()]);
    focusOn(choices.length, 'input');
  };
  const lastRemoved = removed.at(-1);
  const pictured = new Set<number | undefined>(base?.choices.flatMap(({ id, imageUrl }) => (imageUrl ? [id] : [])));
  return (
    <section aria-labelledby="choices">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h3 id="choices" className="text-lg">
          {t('choices.title')}
        </h3>
        <p className="text-sm text-ink-soft tabular-nums">
          {t('choices.count', { count: choices.length, formatted: formatNumber(language, choices.length) })}
        </p>
      </div>
      {fixed && !fixes.final && <p className="mb-3 border-l-4 border-closed pl-2 text-sm">{t(`fixed.${fixed}`)}</p>}
      {errors.fields.choices && (
        <p data-wrong tabIndex={-1} className="mb-3 text-sm font-semibold text-danger">
          {errors.fields.choices}
        </p>
      )}
      {choices.length === 0 && <p className="border-y border-rule py-4 text-ink-soft">{t('choices.none')}</p>}
      {choices.length > 0 && (
        <div aria-hidden className={classes(choiceGrid, 'pb-1 text-sm font-semibold max-lg:hidden')}>
          {(['name', 'description', 'image'] as const).map((field) => (
            <span key={field} className="first:col-start-2">
              {t(`choices.${field}`)}
            </span>
          ))}
        </div>
      )}
      <DragArea>
        <ol ref={list} className="border-t border-rule empty:hidden">
          {choices.map((row, index) => (
            <ChoiceLine
              key={row.key}
              row={row}
              index={index}
              count={choices.length}
              errors={errors.rows[row.key]}
              fixed={fixed !== undefined && row.id !== undefined}
              correctable={fixes.names === true && !fixes.final && row.id !== undefined}
              pictured={fixes.names === true && pictured.has(row.id)}
              edit={edit}
              move={move}
              say={say}
              remove={remove}
            />
          ))}
        </ol>
      </DragArea>
      <p role="status" className="sr-only">
        {said}
      </p>
      {lastRemoved && (
        <p className="mt-3 flex flex-wrap items-center gap-x-3 border-l-4 border-closed pl-3">
          <span>{t('choices.removed', { name: lastRemoved.row.name || t('choices.unnamed') })}</span>
          <Button id="undo-removal" look="quiet" size="sm" onClick={undo}>
            {t('choices.undo')}
          </Button>
        </p>
      )}
      {fixed !== 'choicesClosed' && (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button look="plain" size="sm" onClick={add} disabled={choices.length >= mostChoices}>
            {t('choices.add')}
          </Button>
          <ActionDialog label={t('paste.open')} title={t('paste.title')}>
            {(close) => (
              <PasteList
                present={choices.map(({ name }) => name)}
                onAdd={(pasted) => {
                  close();
                  setChoices((rows) => [...rows, ...pasted.map(newRow)]);
                }}
              />
            )}
          </ActionDialog>
        </div>
      )}
    </section>
  );
}
