import { type Broadcast, BroadcastsQuery } from '#modules/broadcasts/contract/index.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';
import { formatNumber } from '#renderer/format/format.ts';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import type { Page } from '#src/shared/paging.ts';
import { addressWith, askedOf } from '../components/asked.ts';
import { type Column, DataTable } from '../components/DataTable.tsx';
import { sectionPath } from '../sections.ts';
import { broadcastsAddress } from './addresses.ts';
import { State, Stop } from './State.tsx';
import { isUnderWay, pollMs } from './under-way.ts';

const figures = ['recipients', 'sent', 'overLimit', 'withoutConsent', 'failed'] as const;

/** The broadcasts so far, newest first, with what became of each; asked again while one of them is under way. */
export function Earlier() {
  const { t } = useTexts('admin-emails');
  const { language, urlParsed } = usePageContext();
  const asked = askedOf(BroadcastsQuery, urlParsed.search);
  useApi<Page<Broadcast>>(addressWith(broadcastsAddress, asked), {
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? pollMs : false),
  });
  const columns: Column<Broadcast>[] = [
    {
      name: 'subject',
      label: t('subject'),
      cell: ({ id, subject, audience, createdBy }) => (
        <div className="min-w-44 wrap-anywhere">
          <a href={sectionPath('emails', id)} className="font-semibold underline underline-offset-4">
            {subject}
          </a>
          <p className="text-ink-soft">
            {t('by', { username: createdBy.username ?? `#${createdBy.id}`, audience: t(`audience.${audience}`) })}
          </p>
        </div>
      ),
    },
    {
      name: 'at',
      label: t('column.at'),
      cell: ({ createdAt }) => (
        <span className="whitespace-nowrap">
          <LocalTime moment={createdAt} />
        </span>
      ),
    },
    {
      name: 'state',
      label: t('column.state'),
      cell: (broadcast) => (
        <div className="flex items-center gap-3">
          <State broadcast={broadcast} />
          {isUnderWay(broadcast) && <Stop broadcast={broadcast} />}
        </div>
      ),
    },
    ...figures.map((name) => ({
      name,
      label: t(`counts.${name}`),
      numeric: true,
      cell: ({ counts }: Broadcast) => formatNumber(language, counts[name]),
    })),
  ];
  return (
    <DataTable<Broadcast>
      label={t('earlier')}
      api={broadcastsAddress}
      path={sectionPath('emails')}
      asked={asked}
      columns={columns}
      keyOf={({ id }) => id}
      empty={t('empty')}
    />
  );
}
