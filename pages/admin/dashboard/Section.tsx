import type { AdminStats } from '#modules/admin/contract/index.ts';
import type { Topic } from '#modules/voting/contract/index.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';
import { idOf } from '#renderer/data/data.ts';
import { FormError } from '#renderer/ui/Field.tsx';
import { sectionPath } from '../sections.ts';
import { Charts } from './Charts.tsx';
import { LiveTopic } from './LiveTopic.tsx';
import { RecentVotes } from './RecentVotes.tsx';
import { type LiveState, useLive } from './use-live.ts';
import { useWriters } from './use-writers.ts';

/** What happens on the site while one looks (specification 2, section 3). */
export default function Dashboard() {
  const { t } = useTexts('admin-dashboard');
  const { urlParsed } = usePageContext();
  const topicId = idOf(urlParsed.search.topic);
  // A number that no topic has must not keep the figures from moving.
  const { data: topic } = useApi<Topic>(`/api/topics/${topicId}`, { enabled: topicId > 0 });
  const state = useLive(topic?.id ?? 0);
  const { data: stats, isError } = useApi<AdminStats>('/api/admin/stats');
  if (!stats) {
    return isError ? (
      <FormError>{t('admin:failed')}</FormError>
    ) : (
      <p className="py-6 text-ink-soft">{t('admin:loading')}</p>
    );
  }
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4 text-sm">
        <LiveMark state={state} />
        <a href={sectionPath('overview')}>{t('admin:section.overview')}</a>
      </div>
      <Tiles stats={stats} />
      <div className="mt-8 grid gap-8 xl:grid-cols-2">
        <RecentVotes votes={stats.recentVotes} />
        <LiveTopic id={topicId} topics={stats.topPerformingTopics} />
      </div>
      <Charts stats={stats} />
    </>
  );
}

const marks: Record<LiveState, string> = { live: 'bg-active', connecting: 'bg-upcoming', broken: 'bg-danger' };

function LiveMark({ state }: { state: LiveState }) {
  const { t } = useTexts('admin-dashboard');
  return (
    <p role="status" className="flex items-center gap-2 font-semibold">
      <span aria-hidden className={`size-3 rounded-full ${marks[state]}`} />
      {t(`live.${state}`)}
    </p>
  );
}

function Tiles({ stats }: { stats: AdminStats }) {
  const { t } = useTexts('admin-dashboard');
  const { number, dollars } = useWriters();
  const tiles = [
    ['totalVotes', number(stats.totalVotes)],
    ['totalRevenue', dollars(stats.totalRevenue)],
    ['totalUsers', number(stats.totalUsers)],
    ['totalTopics', number(stats.totalTopics)],
    ['totalChoices', number(stats.totalChoices)],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-px border-y border-rule sm:grid-cols-3 lg:grid-cols-5">
      {tiles.map(([name, value]) => (
        <div key={name} className="flex flex-col-reverse py-3 pr-4">
          <dt className="text-sm text-ink-soft">{t(`tile.${name}`)}</dt>
          <dd className="numeral text-3xl">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
