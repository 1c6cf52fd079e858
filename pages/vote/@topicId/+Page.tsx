import { useState } from 'react';
import type { FreeVoteCheck, Topic } from '#modules/voting/contract/index.ts';
import { inLanguage } from '#modules/voting/rules/localize.ts';
import { isViewable, whyNoBallots } from '#modules/voting/rules/status.ts';
import { Head } from '#renderer/app/Head.tsx';
import { usePageContext, useUser } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { TopicHeader } from '#renderer/components/topics/TopicHeader.tsx';
import { useApi } from '#renderer/data/api.ts';
import { ButtonLink } from '#renderer/ui/Button.tsx';
import { Scoreboard } from '#renderer/ui/Countdown.tsx';
import { FormError } from '#renderer/ui/Field.tsx';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import { Notice } from '#renderer/ui/Notice.tsx';
import { BallotForm } from './components/BallotForm.tsx';

export default function Page() {
  const { t } = useTexts('vote');
  const { routeParams, language, urlParsed, user } = usePageContext();
  const { data: topic, refetch } = useApi<Topic>(`/api/topics/${routeParams.topicId}`);
  if (!topic) return null; // the server answers 404 for a missing topic, with its own page
  const { name, description } = inLanguage(topic, language);
  const reason = whyNoBallots(topic);
  const until = reason === 'upcoming' ? topic.startDate : reason === null ? topic.endDate : null;
  return (
    <>
      <Head title={t('title', { name })} description={description} />
      <div className="page-width py-8">
        <TopicHeader topic={topic}>
          {until && (
            <div>
              <p className="mb-1 text-sm text-ink-soft">
                {t(topic.status === 'upcoming' ? 'opens' : 'ends')} <LocalTime moment={until} />
              </p>
              <Scoreboard until={until} onOver={() => void refetch()} />
            </div>
          )}
        </TopicHeader>
        <div className="mt-8">
          {user && urlParsed.search.payment === 'failed' && (
            <div className="mb-8">
              <FormError title={t('paymentFailed.title')}>{t('paymentFailed.text')}</FormError>
            </div>
          )}
          <Ballot topic={topic} />
        </div>
      </div>
    </>
  );
}

/** The ballot, or why there is none now and what to do instead. */
function Ballot({ topic }: { topic: Topic }) {
  const { t } = useTexts('vote');
  const user = useUser();
  const [paying, setPaying] = useState(false);
  const { data: check } = useApi<FreeVoteCheck>(`/api/check-free-vote/${topic.id}`, { enabled: user !== null });
  const results = (
    <ButtonLink href={`/results/${topic.id}`} look="plain">
      {t('topics:viewResults')}
    </ButtonLink>
  );
  const browse = (
    <ButtonLink href="/" look="plain">
      {t('browse')}
    </ButtonLink>
  );
  const reason = whyNoBallots(topic);
  // While somebody pays the form stays, whatever happens to the topic: the dialog in it says what came of the money.
  if (reason && !paying) {
    return (
      <>
        <Notice title={t(`overlay.${reason}.title`)} actions={isViewable(topic.status) ? results : browse}>
          {t(`overlay.${reason}.text`)}
        </Notice>
        <Choices topic={topic} />
      </>
    );
  }
  if (user?.role === 'admin') {
    return (
      <Notice title={t('overlay.admin.title')} actions={results}>
        {t('overlay.admin.text')}
      </Notice>
    );
  }
  return (
    <>
      {isViewable(topic.status) && <p className="mb-6">{results}</p>}
      <BallotForm
        topic={topic}
        usedFree={check?.hasUsedFreeVote === true}
        paying={{ open: paying, setOpen: setPaying }}
      />
    </>
  );
}

/** What can be ranked here, to be read only. */
function Choices({ topic }: { topic: Topic }) {
  const { t } = useTexts('vote');
  return (
    <section aria-labelledby="choices" className="mt-10">
      <h2 id="choices" className="text-xl">
        {t('choices.title')}
      </h2>
      <ul className="mt-4 grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
        {topic.choices.map(({ id, name, description }) => (
          <li key={id} className="border-b border-rule py-2">
            <span className="font-semibold">{name}</span>
            <span lang="en" className="block text-sm text-ink-soft">
              {description}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
