import { type AdminTopicRow, AdminTopicsQuery, topicStates } from '#modules/voting/contract/admin.ts';
import { categories } from '#modules/voting/rules/categories.ts';
import { illustrationOf } from '#modules/voting/rules/illustration.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { formatNumber } from '#renderer/format/format.ts';
import { ButtonLink } from '#renderer/ui/Button.tsx';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import { ActionDialog } from '../components/ActionDialog.tsx';
import { addressWith, askedOf } from '../components/asked.ts';
import { type Column, DataTable } from '../components/DataTable.tsx';
import { FilterInput, FilterSelect, Filters } from '../components/Filters.tsx';
import { sectionPath } from '../sections.ts';
import { ImportForm } from './import/ImportForm.tsx';
import { TopicName } from './TopicName.tsx';
import { TopicState } from './TopicState.tsx';
import { TopicSwitch } from './TopicSwitch.tsx';

const path = sectionPath('topics');

/** All topics, archived ones when they are asked for. */
export function TopicTable() {
  const { t } = useTexts('admin-topics');
  const asked = askedOf(AdminTopicsQuery, usePageContext().urlParsed.search);
  const { page: _, sort: __, ...filter } = asked;
  const columns = useColumns();
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-3">
        <ButtonLink href={sectionPath('topics', 'new')} size="sm">
          {t('new')}
        </ButtonLink>
        <ActionDialog label={t('import.open')} title={t('import.title')} wide>
          {(close) => <ImportForm close={close} />}
        </ActionDialog>
        <ButtonLink href={addressWith('/api/admin/topics/export', filter)} look="plain" size="sm" download>
          {t('export')}
        </ButtonLink>
      </div>
      <Filters path={path} asked={asked}>
        <FilterInput name="q" type="search" label={t('filter.q')} defaultValue={asked.q} maxLength={100} />
        <FilterSelect
          name="state"
          label={t('column.state')}
          defaultValue={asked.state}
          options={topicStates.map((value) => ({ value, label: t(`state.${value}`) }))}
        />
        <FilterSelect
          name="category"
          label={t('column.category')}
          defaultValue={asked.category}
          options={categories.map((value) => ({ value, label: t(`topics:list.${value}`) }))}
        />
      </Filters>
      <DataTable<AdminTopicRow>
        label={t('admin:section.topics')}
        api="/api/admin/topics"
        path={path}
        asked={asked}
        keyOf={({ id }) => id}
        empty={t('empty')}
        columns={columns}
      />
    </>
  );
}

function useColumns(): Column<AdminTopicRow>[] {
  const { t } = useTexts('admin-topics');
  const { language } = usePageContext();
  const moment = (iso: string | null) =>
    iso ? (
      <span className="block w-23">
        <LocalTime moment={iso} />
      </span>
    ) : (
      '–'
    );
  return [
    {
      name: 'image',
      label: t('column.image'),
      cell: (topic) => (
        <img
          src={topic.imageUrl ?? illustrationOf(topic)}
          alt=""
          width={48}
          height={27}
          loading="lazy"
          className="mt-1 h-[27px] w-12 max-w-none rounded-sm border border-rule object-cover"
        />
      ),
    },
    { name: 'name', label: t('column.name'), sort: 'name', cell: (topic) => <TopicName topic={topic} /> },
    {
      name: 'category',
      label: t('column.category'),
      sort: 'category',
      cell: ({ category }) => t(`topics:list.${category}`),
    },
    { name: 'state', label: t('column.state'), cell: (topic) => <TopicState topic={topic} /> },
    { name: 'start', label: t('column.start'), sort: 'startDate', cell: ({ startDate }) => moment(startDate) },
    { name: 'end', label: t('column.end'), sort: 'endDate', cell: ({ endDate }) => moment(endDate) },
    {
      name: 'ballots',
      label: t('column.ballots'),
      sort: 'totalVotes',
      numeric: true,
      cell: ({ totalVotes, participants }) => (
        <>
          {formatNumber(language, totalVotes)}
          <span className="block whitespace-nowrap text-ink-soft">
            {t('topics:participants', { count: participants, formatted: formatNumber(language, participants) })}
          </span>
        </>
      ),
    },
    {
      name: 'active',
      label: t('column.active'),
      cell: (topic) => <TopicSwitch topic={topic} what="isActive" />,
    },
    {
      name: 'featured',
      label: t('column.featured'),
      cell: (topic) => <TopicSwitch topic={topic} what="isFeatured" />,
    },
  ];
}
