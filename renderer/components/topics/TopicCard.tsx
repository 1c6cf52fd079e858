import { Users } from 'lucide-react';
import { tierPrices } from '#modules/payments/rules/prices.ts';
import type { TopicCard as Topic, TopicStats } from '#modules/site/contract/index.ts';
import { illustrationOf } from '#modules/voting/rules/illustration.ts';
import { inLanguage } from '#modules/voting/rules/localize.ts';
import { isViewable, topicStatus, whyNoBallots } from '#modules/voting/rules/status.ts';
import { tierSizes } from '#modules/voting/rules/tiers.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { formatMoney } from '#src/shared/money.ts';
import { usePageContext } from '../../app/page-context.tsx';
import { useServerTime } from '../../format/clock.ts';
import { formatNumber, placeName } from '../../format/format.ts';
import { usePrice } from '../../format/money.ts';
import { buttonClasses } from '../../ui/Button.tsx';
import { useCardCountdown } from '../../ui/Countdown.tsx';
import { classes } from '../../ui/classes.ts';

interface TopicCardProps {
  topic: Topic;
  /** On the first screen: its picture is loaded at once. */
  eager: boolean;
  /** One level below the heading that stands above the cards. */
  heading?: 'h2' | 'h3';
  /** Leads to the results wherever they can be seen, even while the topic takes ballots. */
  toResults?: boolean;
}

/** One topic in a list: picture, name, where it stands, who takes part, and one thing to do. */
export function TopicCard({ topic: sent, eager, heading: Heading = 'h3', toResults = false }: TopicCardProps) {
  const { t } = useTexts('topics');
  const { language } = usePageContext();
  const now = useServerTime(60_000);
  // A card that stays open follows the clock: at its end it turns into a closed one by itself.
  const topic = { ...sent, status: topicStatus(sent, new Date(now)) };
  const { name, description } = inLanguage(topic, language);
  const reason = whyNoBallots(topic);
  const action =
    reason === null && !toResults
      ? { href: `/vote/${topic.id}`, label: t('voteNow') }
      : isViewable(topic.status)
        ? { href: `/results/${topic.id}`, label: t('viewResults') }
        : { href: `/vote/${topic.id}`, label: t('look') };
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-md border border-rule bg-sheet transition-shadow duration-150 focus-within:shadow-lift hover:shadow-lift">
      <img
        src={topic.imageUrl ?? illustrationOf(topic)}
        alt=""
        width={640}
        height={360}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        className={classes('w-full object-cover', topic.stats ? 'aspect-3/1' : 'aspect-video')}
      />
      <StatusStrip topic={topic} now={now} />
      <div className="flex flex-1 flex-col p-4">
        <Heading className="line-clamp-2 min-h-[2.4em] text-lg leading-[1.2]">{name}</Heading>
        {topic.stats ? (
          <ClosedStats stats={topic.stats} finalized={topic.resultsFinalized === 1} />
        ) : (
          <p className="mt-1 line-clamp-2 min-h-[2.9em] text-sm text-ink-soft">{description}</p>
        )}
        <p className={classes('mt-2 flex flex-wrap items-center gap-x-2 text-sm tabular-nums', topic.stats && 'mb-4')}>
          <Users aria-hidden size={16} />
          {t('participants', {
            count: topic.participants,
            formatted: formatNumber(language, topic.participants),
          })}
          {reason && (
            <span className="ml-auto rounded-sm border border-field px-1.5 font-semibold text-ink-soft">
              {t(`marker.${reason}`)}
            </span>
          )}
        </p>
        {!topic.stats && <PriceRange />}
        <a
          href={action.href}
          aria-label={`${action.label}: ${name}`}
          className={buttonClasses(
            reason === null && !toResults ? 'action' : 'plain',
            'sm',
            'mt-auto after:absolute after:inset-0',
          )}
        >
          {action.label}
        </a>
      </div>
    </article>
  );
}

/** The line of state below the picture: opens in, ends in, ended, or always open. */
function StatusStrip({ topic, now }: { topic: Topic; now: number }) {
  const { t } = useTexts('topics');
  const { language } = usePageContext();
  const countdown = useCardCountdown(now);
  const { startDate, endDate } = topic;
  const state = whyNoBallots(topic) ?? topic.status;
  const look =
    { upcoming: 'bg-upcoming', active: 'bg-active', always_open: 'bg-active' }[state as string] ?? 'bg-closed';
  const detail =
    state === 'upcoming' && startDate
      ? t('opensIn', { countdown: countdown(startDate) })
      : state === 'active' && endDate
        ? t('endsIn', { countdown: countdown(endDate) })
        : state === 'closed'
          ? topic.stats && topic.resultsFinalized === 1
            ? t('winners', { count: topic.stats.winnerCount, total: usd(topic.stats.prizeTotal, language) })
            : t('counting')
          : null;
  return (
    <p
      className={classes(
        'flex flex-wrap justify-between gap-x-2 px-4 py-1.5 text-sm font-semibold text-on-status',
        look,
      )}
    >
      <span>{t(`status.${state}`)}</span>
      {detail && <span className="whitespace-nowrap tabular-nums">{detail}</span>}
    </p>
  );
}

const prices = Object.values(tierPrices);

function PriceRange() {
  const { t } = useTexts('topics');
  const price = usePrice();
  return (
    <p className="mt-1 mb-4 text-sm text-ink-soft tabular-nums">
      {t('priceRange', { from: price(Math.min(...prices)), to: price(Math.max(...prices)) })}
    </p>
  );
}

/** Revenue and prizes are in US dollars whatever the visitor's currency (decision 4). */
const usd = (cents: number, language: string) => formatMoney(cents, 'USD', language);

/** What a closed topic tells at a glance, and who has won once that is certain. */
function ClosedStats({ stats, finalized }: { stats: TopicStats; finalized: boolean }) {
  const { t } = useTexts('topics');
  const { language } = usePageContext();
  const figures = [
    [t('totalVotes'), formatNumber(language, stats.totalVotes)],
    [t('revenue'), usd(stats.totalRevenue, language)],
    ...stats.tierBreakdown.map(({ tier, count }) => [
      t('tier', { size: tierSizes[tier] }),
      formatNumber(language, count),
    ]),
  ];
  return (
    <>
      {finalized && (
        <p className="mt-1 flex flex-wrap justify-between gap-x-2 text-sm font-semibold">
          <span>{t('distributed')}</span>
          <span>{t('final')}</span>
        </p>
      )}
      <dl className="mt-2 grid grid-cols-6 border-t border-rule text-sm leading-tight tabular-nums">
        {figures.map(([label, value], index) => (
          <div key={label} className={classes('border-b border-rule py-1', index < 2 ? 'col-span-3' : 'col-span-2')}>
            <dt className="text-ink-soft">{label}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {stats.winnerCount > 0 && <Winners stats={stats} />}
    </>
  );
}

function Winners({ stats: { winners, winnerCount } }: { stats: TopicStats }) {
  const { t } = useTexts('topics');
  const { language } = usePageContext();
  const more = winnerCount - winners.length;
  return (
    <>
      <ol className="mt-2 text-sm tabular-nums">
        {winners.map((winner, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: winners have no name, only their order
          <li key={index} className="flex justify-between gap-2">
            <span className="truncate" suppressHydrationWarning>
              {placeName(language, winner) || t('anonymous')}
            </span>
            <span className="font-semibold">{usd(winner.amount, language)}</span>
          </li>
        ))}
      </ol>
      {more > 0 && <p className="text-sm text-ink-soft">{t('moreWinners', { count: more })}</p>}
    </>
  );
}
