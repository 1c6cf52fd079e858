import { type ActivityItem, ActivityQuery } from '#modules/admin/contract/index.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { buttonClasses } from '#renderer/ui/Button.tsx';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import { auditActions, auditSubjects } from '#src/shared/audit.ts';
import { addressWith, askedOf } from '../components/asked.ts';
import { DataTable } from '../components/DataTable.tsx';
import { FilterInput, FilterSelect, Filters } from '../components/Filters.tsx';
import { sectionPath } from '../sections.ts';
import { Changes } from './Changes.tsx';

const path = sectionPath('activity');

/** What admins have done, with what was before and after. */
export default function Activity() {
  const { t } = useTexts('admin-activity');
  const asked = askedOf(ActivityQuery, usePageContext().urlParsed.search);
  const { page: _, ...filter } = asked;
  const byLabel = (options: { value: string; label: string }[]) =>
    options.sort((a, b) => a.label.localeCompare(b.label));
  return (
    <>
      <Filters path={path} asked={asked}>
        <FilterSelect
          name="action"
          label={t('filter.action')}
          defaultValue={asked.action}
          options={byLabel(auditActions.map((value) => ({ value, label: t(`action.${value}`) })))}
        />
        <FilterSelect
          name="subjectKind"
          label={t('filter.subject')}
          defaultValue={asked.subjectKind}
          options={byLabel(auditSubjects.map((value) => ({ value, label: t(`subject.${value}`) })))}
        />
        <FilterInput name="subjectId" label={t('filter.subjectId')} defaultValue={asked.subjectId} size={8} />
        <FilterInput
          name="actorId"
          label={t('filter.actorId')}
          defaultValue={asked.actorId}
          inputMode="numeric"
          size={8}
        />
        <FilterInput name="from" type="date" label={t('filter.from')} defaultValue={asked.from} />
        <FilterInput name="to" type="date" label={t('filter.to')} defaultValue={asked.to} />
      </Filters>
      <p className="mb-4">
        <a href={addressWith('/api/admin/activity/export', filter)} className={buttonClasses('plain', 'sm')} download>
          {t('export')}
        </a>
      </p>
      <DataTable<ActivityItem>
        label={t('admin:section.activity')}
        api="/api/admin/activity"
        path={path}
        asked={asked}
        keyOf={({ id }) => id}
        empty={t('empty')}
        columns={[
          { name: 'at', label: t('column.at'), cell: ({ at }) => <LocalTime moment={at} /> },
          {
            name: 'actor',
            label: t('column.actor'),
            cell: ({ actor, actorId }) =>
              actorId === null ? t('command') : <a href={addressWith(path, { actorId })}>{actor ?? `#${actorId}`}</a>,
          },
          { name: 'action', label: t('column.action'), cell: ({ action }) => t(`action.${action}`) },
          {
            name: 'subject',
            label: t('column.subject'),
            cell: ({ subject: { kind, id } }) => (
              <a href={addressWith(path, { subjectKind: kind, subjectId: id })}>
                {t(`subject.${kind}`)} {id}
              </a>
            ),
          },
          { name: 'changes', label: t('column.changes'), cell: (item) => <Changes item={item} /> },
        ]}
      />
    </>
  );
}
