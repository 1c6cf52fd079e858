import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '#renderer/app/texts.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import { ScrollRegion } from '#renderer/ui/ScrollRegion.tsx';
import { ActionDialog } from '../../components/ActionDialog.tsx';
import { type ChoiceRow, type Draft, draftOf, type PlainField } from './draft.ts';
import { choiceChanges, type ForeignChange, foreignChanges } from './rebase.ts';
import type { TopicForm } from './use-topic-form.ts';

/** Somebody else was faster: what they changed, what I did, and whose stays. Everything typed stands below as it was. */
export function Conflict({ topicForm }: { topicForm: TopicForm }) {
  const { t } = useTexts('admin-topics');
  const { theirs, before, draft, busy, saveOnTop, takeTheirs } = topicForm;
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (theirs) alert.current?.focus();
  }, [theirs]);
  if (!theirs) return null;
  const stored = draftOf(theirs);
  const changes = foreignChanges(before, draft, stored);
  return (
    <div
      ref={alert}
      role="alert"
      tabIndex={-1}
      className="mb-6 scroll-mt-20 space-y-3 border-2 border-l-8 border-danger bg-sheet p-4"
    >
      <h3 className="text-lg text-danger">{t('conflict.title')}</h3>
      <p>{t('conflict.text')}</p>
      {theirs.isCancelled === 1 && <p className="font-semibold">{t('conflict.cancelled')}</p>}
      {theirs.isArchived && <p className="font-semibold">{t('conflict.archived')}</p>}
      {changes.length > 0 && (
        <ScrollRegion label={t('conflict.changes')}>
          <table className="w-full min-w-md border-collapse text-sm">
            <thead>
              <tr className="border-b-2 border-ink text-left">
                {(['field', 'theirs', 'mine', 'result'] as const).map((name) => (
                  <th key={name} scope="col" className="px-2 py-1 font-semibold">
                    {t(`conflict.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {changes.map((change) => (
                <tr key={change.field} className="border-b border-rule align-top">
                  <th scope="row" className="px-2 py-1 text-left font-semibold">
                    {t(`field.${change.field}`)}
                  </th>
                  <td className="px-2 py-1">
                    <Value change={change} base={before} draft={stored} />
                  </td>
                  <td className="px-2 py-1">
                    <Value change={change} base={before} draft={draft} />
                  </td>
                  <td className="px-2 py-1">{t(resultOf(change))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      <div className="flex flex-wrap gap-3">
        <Button size="sm" busy={busy} onClick={saveOnTop}>
          {t('conflict.onTop')}
        </Button>
        <ActionDialog label={t('conflict.take')} title={t('conflict.takeTitle')}>
          {(close) => (
            <div className="space-y-4">
              <p>{t('conflict.takeText')}</p>
              <Button
                onClick={() => {
                  close();
                  takeTheirs();
                }}
              >
                {t('conflict.takeAction')}
              </Button>
            </div>
          )}
        </ActionDialog>
      </div>
    </div>
  );
}

/** What saving on top comes to. */
const resultOf = ({ field, both }: ForeignChange) =>
  !both ? 'conflict.staysTheirs' : field === 'choices' ? 'conflict.merged' : 'conflict.becomesMine';

function Value({ change: { field }, base, draft }: { change: ForeignChange; base: Draft; draft: Draft }): ReactNode {
  const { t } = useTexts('admin-topics');
  if (field === 'choices') return <ChoicesValue base={base.choices} rows={draft.choices} />;
  if (draft[field] === base[field]) return t('conflict.unchanged');
  return <PlainValue field={field} value={draft[field]} />;
}

function PlainValue({ field, value }: { field: PlainField; value: Draft[PlainField] }) {
  const { t } = useTexts('admin-topics');
  if (typeof value === 'boolean') return t(value ? 'on' : 'off');
  if (value === '') return t('conflict.nothing');
  if (field === 'category') return t(`topics:list.${value as Draft['category']}`);
  if ((field === 'startDate' || field === 'endDate') && !Number.isNaN(Date.parse(value))) {
    return <LocalTime moment={value} />;
  }
  return <span className="[overflow-wrap:anywhere] whitespace-pre-line">{value}</span>;
}

function ChoicesValue({ base, rows }: { base: ChoiceRow[]; rows: ChoiceRow[] }) {
  const { t } = useTexts('admin-topics');
  const { added, removed, edited, reordered } = choiceChanges(base, rows);
  const lists = [
    ['added', added],
    ['removed', removed],
    ['edited', edited],
  ] as const;
  const changed = lists.filter(([, names]) => names.length > 0);
  if (changed.length === 0 && !reordered) return t('conflict.unchanged');
  return (
    <ul className="[overflow-wrap:anywhere]">
      {changed.map(([what, names]) => (
        <li key={what}>{t(`conflict.${what}`, { names: names.join(', ') })}</li>
      ))}
      {reordered && <li>{t('conflict.reordered')}</li>}
    </ul>
  );
}
