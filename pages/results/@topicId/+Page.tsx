import { lazy, Suspense } from 'react';
import type { Eligibility } from '#modules/accounts/contract/index.ts';
import type { Payment } from '#modules/payments/contract/index.ts';
import type { OwnAccuracy } from '#modules/prizes/contract/index.ts';
import type { OwnBallot, Topic } from '#modules/voting/contract/index.ts';
import { inLanguage } from '#modules/voting/rules/localize.ts';
import { isViewable, whyNoBallots } from '#modules/voting/rules/status.ts';
import { ErrorBoundary } from '#renderer/app/ErrorBoundary.tsx';
import { Head } from '#renderer/app/Head.tsx';
import { usePageContext, useUser } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { EligibilityNotice } from '#renderer/components/prizes/EligibilityNotice.tsx';
import { TopicHeader } from '#renderer/components/topics/TopicHeader.tsx';
import { useApi } from '#renderer/data/api.ts';
import { useHydrated } from '#renderer/format/clock.ts';
import { ButtonLink } from '#renderer/ui/Button.tsx';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import { Notice } from '#renderer/ui/Notice.tsx';
import { Correction } from './components/Correction.tsx';
import { OwnAccuracies } from './components/OwnAccuracies.tsx';
import { OwnBallots } from './components/OwnBallots.tsx';
import { Standings } from './components/Standings.tsx';
import { useTopic } from './components/use-topic.ts';
import { VoteLink } from './components/VoteAgain.tsx';

const PaymentNotice = lazy(() => import('./components/PaymentNotice.tsx'));

export default function Page() {
  const { t } = useTexts('results');
  const { routeParams, language, urlParsed } = usePageContext();
  const user = useUser();
  const hydrated = useHydrated(); // the notice's code and texts are for the browser alone
  const topic = useTopic(routeParams.topicId);
  const own = `/api/topics/${routeParams.topicId}/ballots/mine`;
  const { data: mine = [] } = useApi<OwnBallot[]>(own, { enabled: user !== null });
  // Only what the server has found to be the viewer's own is there.
  const { data: payment } = useApi<Payment>(`/api/payments/${urlParsed.search.payment}`, { enabled: false });
  const { data: accuracies = [] } = useApi<OwnAccuracy[]>(`/api/topics/${routeParams.topicId}/accuracies/mine`, {
    enabled: user !== null && topic?.resultsFinalized === 1,
  });
  if (!topic) return null; // the server answers 404 for a missing topic, with its own page
  const { name } = inLanguage(topic, language);
  const open = isViewable(topic.status) || user?.role === 'admin';
  const cancelled = topic.isCancelled === 1;
  const ballots =
    accuracies.length > 0 ? (
      <OwnAccuracies accuracies={accuracies} choices={topic.choices} />
    ) : (
      mine.length > 0 && <OwnBallots ballots={mine} choices={topic.choices} />
    );
  return (
    <>
      <Head title={t('title', { name })} description={t('description', { name })} />
      <div className="page-width py-8">
        <TopicHeader topic={topic} />
        {cancelled && <Cancelled />}
        <Correction topic={topic} />
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
        {mine.length > 0 && <WhatIsMissing topic={topic} />}
        {!open && ballots}
        {open && <Standings topic={topic} mine={mine} accuracies={accuracies} own={ballots} />}
        {!open && !cancelled && <NotYet topic={topic} voted={mine.length > 0} />}
      </div>
    </>
  );
}

/** What the voter has still to prove, as long as it helps: until the topic closes (decision 5). */
function WhatIsMissing({ topic }: { topic: Topic }) {
  const enabled = whyNoBallots(topic) === null && topic.endDate !== null;
  const { data: eligibility } = useApi<Eligibility>('/api/users/eligibility', { enabled });
  return enabled && eligibility ? <EligibilityNotice eligibility={eligibility} /> : null;
}

/** Before everything else: what was cast here counts for nothing any more. */
function Cancelled() {
  const { t } = useTexts('results');
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
  const { t } = useTexts('results');
  const reason = whyNoBallots(topic);
  const state = reason === 'upcoming' ? 'notStarted' : reason === null || reason === 'closed' ? 'inProgress' : reason;
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
