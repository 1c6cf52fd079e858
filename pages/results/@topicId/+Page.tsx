import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Payment } from '../../../modules/payments/contract.ts';
import type { OwnBallot, ResultRow, Topic, TopicStats } from '../../../modules/voting/contract.ts';
import { inLanguage } from '../../../modules/voting/rules/localize.ts';
import { isViewable, whyNoBallots } from '../../../modules/voting/rules/status.ts';
import { useApi } from '../../../renderer/api.ts';
import { useHydrated } from '../../../renderer/clock.ts';
import { ErrorBoundary } from '../../../renderer/ErrorBoundary.tsx';
import { Head } from '../../../renderer/Head.tsx';
import { usePageContext, useUser } from '../../../renderer/page-context.tsx';
import { TopicHeader } from '../../../renderer/TopicHeader.tsx';
import { ButtonLink } from '../../../renderer/ui/Button.tsx';
import { LocalTime } from '../../../renderer/ui/LocalTime.tsx';
import { Notice } from '../../../renderer/ui/Notice.tsx';
import { OwnBallots } from './components/OwnBallots.tsx';
import { Podium } from './components/Podium.tsx';
import { RankingTable } from './components/RankingTable.tsx';
import { Statistics } from './components/Statistics.tsx';

const PaymentNotice = lazy(() => import('./components/PaymentNotice.tsx'));

/** How often live results are asked for. The server recounts every two seconds at most. */
const refreshMs = 5_000;

export default function Page() {
  const { t } = useTranslation('results');
  const { routeParams, language, urlParsed } = usePageContext();
  const user = useUser();
  const hydrated = useHydrated(); // the notice's code and texts are for the browser alone
  const address = `/api/topics/${routeParams.topicId}`;
  const { data: topic } = useApi<Topic>(address);
  const { data: mine = [] } = useApi<OwnBallot[]>(`${address}/ballots/mine`, { enabled: user !== null });
  // Only what the server has found to be the viewer's own is there.
  const { data: payment } = useApi<Payment>(`/api/payments/${urlParsed.search.payment}`, { enabled: false });
  if (!topic) return null; // the server answers 404 for a missing topic, with its own page
  const { name } = inLanguage(topic, language);
  const open = isViewable(topic.status) || user?.role === 'admin';
  const cancelled = topic.isCancelled === 1;
  return (
    <>
      <Head title={t('title', { name })} description={t('description', { name })} />
      <div className="page-width py-8">
        <TopicHeader topic={topic} />
        {cancelled && <Cancelled />}
        {payment && (
          <div className="mt-6 min-h-20">
            {hydrated && (
              <ErrorBoundary fallback={null}>
                <Suspense>
                  <PaymentNotice key={payment.id} payment={payment} />
                </Suspense>
              </ErrorBoundary>
            )}
          </div>
        )}
        {mine.length > 0 && <OwnBallots ballots={mine} choices={topic.choices} />}
        {open && <Open topic={topic} mine={mine} />}
        {!open && !cancelled && <NotYet topic={topic} voted={mine.length > 0} />}
      </div>
    </>
  );
}

function Open({ topic, mine }: { topic: Topic; mine: OwnBallot[] }) {
  const { t } = useTranslation('results');
  const reason = whyNoBallots(topic);
  const label = topic.status === 'closed' ? (topic.resultsFinalized ? 'final' : 'provisional') : 'live';
  const live = label === 'live' && { refetchInterval: refreshMs };
  const { data: rows = [] } = useApi<ResultRow[]>(`/api/topics/${topic.id}/results`, { ...live });
  const { data: stats } = useApi<TopicStats>(`/api/topics/${topic.id}/stats`, { ...live });
  return (
    <section aria-labelledby="rankings" className="mt-8">
      <h2 id="rankings" className="text-2xl">
        {t('rankings')}
      </h2>
      {reason !== 'cancelled' && <p className="mt-1 text-ink-soft">{t(`label.${label}`)}</p>}
      {stats?.totalVotes ? (
        <div className="mt-6 grid gap-10 lg:grid-cols-[1fr_18rem] lg:items-start">
          <div>
            <Podium rows={rows} />
            <RankingTable rows={rows} mine={mine} />
          </div>
          <Statistics stats={stats} />
        </div>
      ) : (
        <div className="mt-6">
          <Notice title={t('empty')} />
        </div>
      )}
      {reason === null && (
        <p className="mt-8">
          <VoteLink topicId={topic.id} voted={mine.length > 0} />
        </p>
      )}
    </section>
  );
}

/** To the first ballot, or to one more (decision 3). */
function VoteLink({ topicId, voted }: { topicId: number; voted: boolean }) {
  const { t } = useTranslation('results');
  return (
    <ButtonLink href={`/vote/${topicId}`} look={voted ? 'plain' : 'action'}>
      {t(voted ? 'voteAgain' : 'topics:voteNow')}
    </ButtonLink>
  );
}

/** Before everything else: what was cast here counts for nothing any more. */
function Cancelled() {
  const { t } = useTranslation('results');
  return (
    <section aria-labelledby="cancelled" className="mt-6 border-l-4 border-closed bg-sheet px-4 py-3">
      <h2 id="cancelled" className="text-xl">
        {t('cancelled.title')}
      </h2>
      <p className="mt-1">{t('cancelled.text')}</p>
    </section>
  );
}

/** Results are hidden until the close: what happens instead, and when. */
function NotYet({ topic, voted }: { topic: Topic; voted: boolean }) {
  const { t } = useTranslation('results');
  const reason = whyNoBallots(topic);
  const state = reason === null ? 'inProgress' : reason === 'upcoming' ? 'notStarted' : reason;
  return (
    <div className="mt-8">
      <Notice
        title={t(`${state}.title`)}
        actions={
          reason === null ? (
            <VoteLink topicId={topic.id} voted={voted} />
          ) : (
            <ButtonLink href="/" look="plain">
              {t('browse')}
            </ButtonLink>
          )
        }
      >
        <p>{t(`${state}.text`)}</p>
        {topic.endDate && (
          <p className="mt-3">
            {t('appear')} <LocalTime moment={topic.endDate} />
          </p>
        )}
      </Notice>
    </div>
  );
}
