import { type AdminChoice, AdminChoicesQuery, type AdminTopic } from '#modules/voting/contract/admin.ts';
import { inLanguage } from '#modules/voting/rules/localize.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';
import { ActionDialog } from '../components/ActionDialog.tsx';
import { askedOf } from '../components/asked.ts';
import { ConfirmForm } from '../components/ConfirmForm.tsx';
import { type Column, DataTable } from '../components/DataTable.tsx';
import { FilterInput, Filters } from '../components/Filters.tsx';
import { TopicPicker } from '../components/TopicPicker.tsx';
import { sectionPath } from '../sections.ts';
import { NewChoice } from './NewChoice.tsx';

const path = sectionPath('choices');

/** The choices of all topics, or of one. */
export default function Choices() {
  const { t } = useTexts('admin-choices');
  const asked = askedOf(AdminChoicesQuery, usePageContext().urlParsed.search);
  const { topicId } = asked;
  const { data: topic } = useApi<AdminTopic>(`/api/admin/topics/${topicId}`, { enabled: topicId !== undefined });
  const chosen = topicId === undefined ? null : { id: topicId, name: topic?.name ?? `#${topicId}` };
  const columns = useColumns();
  return (
    <>
      <div className="mb-4">
        <ActionDialog label={t('new')} title={t('new')} look="action">
          {(close) => <NewChoice topic={chosen} close={close} />}
        </ActionDialog>
      </div>
      <Filters path={path} asked={asked}>
        <FilterInput name="q" type="search" label={t('filter.q')} defaultValue={asked.q} maxLength={100} />
        <TopicPicker name="topicId" label={t('column.topic')} picked={chosen} small />
      </Filters>
      <DataTable<AdminChoice>
        label={t('admin:section.choices')}
        api="/api/admin/choices"
        path={path}
        asked={asked}
        keyOf={({ id }) => id}
        empty={t('empty')}
        columns={columns}
      />
    </>
  );
}

function useColumns(): Column<AdminChoice>[] {
  const { t } = useTexts('admin-choices');
  const { language } = usePageContext();
  return [
    {
      name: 'image',
      label: t('column.image'),
      cell: ({ imageUrl }) =>
        imageUrl ? (
          <img
            src={imageUrl}
            alt=""
            width={40}
            height={40}
            loading="lazy"
            className="size-10 max-w-none rounded-sm border border-rule object-cover"
          />
        ) : (
          '–'
        ),
    },
    {
      name: 'name',
      label: t('column.name'),
      sort: 'name',
      cell: ({ name, description }) => (
        <div lang="en" className="max-w-md min-w-40 [overflow-wrap:anywhere]">
          <p className="font-semibold">{name}</p>
          <p className="text-ink-soft">{description}</p>
        </div>
      ),
    },
    {
      name: 'topic',
      label: t('column.topic'),
      sort: 'topic',
      cell: ({ topic }) => (
        <a href={sectionPath('topics', topic.id)} className="underline underline-offset-4">
          {inLanguage({ ...topic, description: '', descriptionEs: null, descriptionFr: null }, language).name}
        </a>
      ),
    },
    { name: 'actions', label: t('column.actions'), cell: (choice) => <Deletion choice={choice} /> },
  ];
}

/** The way to remove a choice, or why there is none (decision 2). */
function Deletion({ choice: { id, name, removable } }: { choice: AdminChoice }) {
  const { t } = useTexts('admin-choices');
  if (!removable) return <p className="max-w-52 text-ink-soft">{t('fixed')}</p>;
  return (
    <ActionDialog
      label={t('delete.open')}
      name={t('delete.of', { name })}
      title={t('delete.title', { name })}
      look="quiet"
    >
      {(close) => (
        <ConfirmForm
          address={`/api/admin/choices/${id}`}
          method="DELETE"
          action={t('delete.open')}
          done={t('delete.done')}
          failed={t('delete.failed')}
          close={close}
        >
          <p>{t('delete.text')}</p>
        </ConfirmForm>
      )}
    </ActionDialog>
  );
}
