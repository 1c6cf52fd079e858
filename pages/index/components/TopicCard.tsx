import { Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { TopicCard as Topic } from '../../../modules/voting/contract.ts';
import { illustrationOf } from '../../../modules/voting/rules/illustration.ts';
import { inLanguage } from '../../../modules/voting/rules/localize.ts';
import { isViewable, whyNoBallots } from '../../../modules/voting/rules/status.ts';
import { formatNumber } from '../../../renderer/format.ts';
import { usePageContext } from '../../../renderer/page-context.tsx';
import { buttonClasses } from '../../../renderer/ui/Button.tsx';
import { useCardCountdown } from '../../../renderer/ui/Countdown.tsx';
import { classes } from '../../../renderer/ui/classes.ts';

/** One topic in a row: picture, name, where it stands, who takes part, and one thing to do. */
export function TopicCard({ topic, eager }: { topic: Topic; eager: boolean }) {
  const { t } = useTranslation('topics');
  const { language } = usePageContext();
  const { name } = inLanguage(topic, language);
  const votable = whyNoBallots(topic) === null;
  const action = votable
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
        className="aspect-video w-full object-cover"
      />
      <StatusStrip topic={topic} />
      <div className="flex flex-1 flex-col p-4">
        <h3 className="line-clamp-2 min-h-[2.4em] text-lg leading-[1.2]">{name}</h3>
        <p className="mt-2 mb-4 flex items-center gap-2 text-sm text-ink-soft tabular-nums">
          <Users aria-hidden size={16} />
          {t('participants', {
            count: topic.participants,
            formatted: formatNumber(language, topic.participants),
          })}
        </p>
        <a
          href={action.href}
          aria-label={`${action.label}: ${name}`}
          className={buttonClasses(votable ? 'action' : 'plain', 'sm', 'mt-auto after:absolute after:inset-0')}
        >
          {action.label}
        </a>
      </div>
    </article>
  );
}

/** The line of state below the picture: opens in, ends in, ended, or always open. */
function StatusStrip({ topic }: { topic: Topic }) {
  const { t } = useTranslation('topics');
  const countdown = useCardCountdown();
  const { status, startDate, endDate } = topic;
  const inactive = whyNoBallots(topic) === 'inactive';
  const look = inactive
    ? 'bg-closed'
    : { upcoming: 'bg-upcoming', closed: 'bg-closed', active: 'bg-active', always_open: 'bg-active' }[status];
  const detail =
    status === 'upcoming' && startDate
      ? t('opensIn', { countdown: countdown(startDate) })
      : status === 'active' && endDate && !inactive
        ? t('endsIn', { countdown: countdown(endDate) })
        : status === 'closed' && topic.resultsFinalized === 1
          ? t('final')
          : null;
  return (
    <p className={classes('flex justify-between gap-3 px-4 py-1.5 text-sm font-semibold text-on-status', look)}>
      <span>{t(inactive ? 'status.inactive' : `status.${status}`)}</span>
      {detail && <span className="tabular-nums">{detail}</span>}
    </p>
  );
}
