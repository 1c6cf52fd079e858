import type { AdminStats } from '#modules/admin/contract/index.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { addressWith } from '../components/asked.ts';
import { sectionPath } from '../sections.ts';
import { BarTable } from './BarTable.tsx';
import { DayChart } from './DayChart.tsx';
import { useWriters } from './use-writers.ts';

/** The last 30 days, and what the ballots and payments are made of. */
export function Charts({ stats }: { stats: AdminStats }) {
  const { t } = useTexts('admin-dashboard');
  const { number, dollars } = useWriters();
  const votes = { label: t('column.votes'), numeric: true };
  const revenue = { label: t('column.revenue'), numeric: true };
  const split = (of: { votes: number; revenue: number }) => [number(of.votes), dollars(of.revenue)];
  const empty = t('noVotes');
  return (
    <>
      <h2 className="mt-10 mb-2 text-lg">{t('days')}</h2>
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-2 xl:grid-cols-3">
        <DayChart
          title={t('chart.votes')}
          unit={t('column.votes')}
          days={stats.days.map(({ day, votes: value }) => ({ day, value }))}
          write={number}
        />
        <DayChart
          title={t('chart.revenue')}
          unit={t('column.revenue')}
          days={stats.days.map(({ day, revenue: value }) => ({ day, value }))}
          write={dollars}
        />
        <DayChart
          title={t('chart.registrations')}
          unit={t('column.users')}
          days={stats.registrations.map(({ day, users: value }) => ({ day, value }))}
          write={number}
        />
      </div>
      <h2 className="mt-10 mb-2 text-lg">{t('parts')}</h2>
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
        <BarTable
          title={t('chart.tier')}
          empty={empty}
          columns={[{ label: t('column.tier') }, votes, revenue]}
          rows={stats.byTier.map((of) => ({
            key: of.tier,
            size: of.votes,
            cells: [t(`tier.${of.tier}`), ...split(of)],
          }))}
        />
        <BarTable
          title={t('chart.category')}
          empty={empty}
          columns={[{ label: t('column.category') }, votes, revenue]}
          rows={stats.byCategory.map((of) => ({
            key: of.category,
            size: of.votes,
            cells: [t(`topics:list.${of.category}`), ...split(of)],
          }))}
        />
        <BarTable
          title={t('chart.currency')}
          empty={t('noPayments')}
          columns={[{ label: t('column.currency') }, { label: t('column.payments'), numeric: true }, revenue]}
          rows={stats.byCurrency.map((of) => ({
            key: of.currency,
            size: of.revenue,
            cells: [of.currency, number(of.payments), dollars(of.revenue)],
          }))}
        />
        <BarTable
          title={t('chart.top')}
          empty={empty}
          columns={[{ label: t('column.topic') }, votes, revenue]}
          rows={stats.topPerformingTopics.map((topic) => ({
            key: topic.id,
            size: topic.totalVotes,
            cells: [
              <a key="name" href={addressWith(sectionPath('dashboard'), { topic: topic.id })}>
                {topic.name}
              </a>,
              number(topic.totalVotes),
              dollars(topic.totalRevenue),
            ],
          }))}
        />
        <BarTable
          title={t('chart.pages')}
          empty={t('noViews')}
          columns={[{ label: t('column.page') }, { label: t('column.views'), numeric: true }]}
          rows={stats.pageViews.map(({ page, views }) => ({ key: page, size: views, cells: [page, number(views)] }))}
        />
      </div>
    </>
  );
}
