import { type AdminAward, AwardsQuery } from '#modules/prizes/contract/admin.ts';
import { awardStates } from '#modules/prizes/contract/index.ts';
import { tierSizes } from '#modules/voting/rules/tiers.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import { formatMoney } from '#src/shared/money.ts';
import { addressWith, askedOf } from '../components/asked.ts';
import { DataTable } from '../components/DataTable.tsx';
import { DownloadLink } from '../components/DownloadLink.tsx';
import { FilterInput, FilterSelect, Filters } from '../components/Filters.tsx';
import { PersonLink } from '../components/PersonLink.tsx';
import { TopicLink } from '../components/TopicLink.tsx';
import { sectionPath } from '../sections.ts';
import { AwardActions } from './AwardActions.tsx';
import { Standing } from './Standing.tsx';

const path = sectionPath('awards');

/** What winners are owed, and what became of it. */
export default function Awards() {
  const { t } = useTexts('admin-awards');
  const { language, urlParsed } = usePageContext();
  const asked = askedOf(AwardsQuery, urlParsed.search);
  const { page: _page, sort: _sort, ...filter } = asked;
  return (
    <>
      <p className="mb-4 max-w-3xl text-ink-soft">{t('text')}</p>
      <Filters path={path} asked={asked}>
        <FilterInput name="q" type="search" label={t('filter.q')} defaultValue={asked.q} size={24} />
        <FilterSelect
          name="state"
          label={t('filter.state')}
          defaultValue={asked.state}
          options={awardStates.map((value) => ({ value, label: t(`state.${value}`) }))}
        />
        <FilterInput
          name="topicId"
          label={t('filter.topicId')}
          defaultValue={asked.topicId}
          inputMode="numeric"
          size={6}
        />
        <FilterInput
          name="userId"
          label={t('filter.userId')}
          defaultValue={asked.userId}
          inputMode="numeric"
          size={6}
        />
      </Filters>
      <p className="mb-4">
        <DownloadLink address={addressWith('/api/admin/awards/export', filter)} name="podium-awards.csv">
          {t('export')}
        </DownloadLink>
      </p>
      <DataTable<AdminAward>
        label={t('admin:section.awards')}
        api="/api/admin/awards"
        path={path}
        asked={asked}
        keyOf={({ id }) => id}
        empty={t('empty')}
        columns={[
          { name: 'id', label: t('column.id'), sort: 'id', numeric: true, cell: ({ id }) => id },
          {
            name: 'winner',
            label: t('column.winner'),
            cell: ({ userId, username }) => <PersonLink id={userId} name={username} />,
          },
          {
            name: 'topic',
            label: t('column.topic'),
            cell: ({ topicId, topic, tier, place }) => (
              <div className="min-w-40">
                <TopicLink id={topicId} topic={topic} cut />
                <span className="block text-ink-soft">{t('contest', { size: tierSizes[tier], place })}</span>
              </div>
            ),
          },
          {
            name: 'cents',
            label: t('column.amount'),
            sort: 'cents',
            numeric: true,
            cell: ({ cents }) => formatMoney(cents, 'USD', language),
          },
          {
            name: 'payableAt',
            label: t('column.payableAt'),
            sort: 'payableAt',
            cell: ({ payableAt }) => <LocalTime moment={payableAt} />,
          },
          { name: 'kyc', label: t('column.kyc'), cell: ({ kycStatus }) => t(`kyc.${kycStatus}`) },
          { name: 'state', label: t('column.state'), cell: (award) => <Standing award={award} /> },
          { name: 'actions', label: t('column.actions'), cell: (award) => <AwardActions award={award} /> },
        ]}
      />
    </>
  );
}
