import { useTranslation } from 'react-i18next';
import type { FreeVoteCheck, Topic } from '../../../modules/voting/contract.ts';
import { inLanguage } from '../../../modules/voting/rules/localize.ts';
import { isViewable, whyNoBallots } from '../../../modules/voting/rules/status.ts';
import { useApi } from '../../../renderer/api.ts';
import { Head } from '../../../renderer/Head.tsx';
import { usePageContext, useUser } from '../../../renderer/page-context.tsx';
import { TopicHeader } from '../../../renderer/TopicHeader.tsx';
import { ButtonLink } from '../../../renderer/ui/Button.tsx';
import { Scoreboard } from '../../../renderer/ui/Countdown.tsx';
import { LocalTime } from '../../../renderer/ui/LocalTime.tsx';
import { Notice } from '../../../renderer/ui/Notice.tsx';
import { loginPath } from '../../../src/shared/return-to.ts';
import { BallotForm } from './components/BallotForm.tsx';

export default function Page() {
  const { t } = useTranslation('vote');
  const { routeParams, language } = usePageContext();
  const { data: topic, refetch } = useApi<Topic>(`/api/topics/${routeParams.topicId}`);
  if (!topic) return null; // the server answers 404 for a missing topic, with its own page
  const { name, description } = inLanguage(topic, language);
  const until = topic.status === 'upcoming' ? topic.startDate : topic.status === 'active' ? topic.endDate : null;
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
          <Ballot topic={topic} />
        </div>
      </div>
    </>
  );
}

/** The ballot, or why there is none now and what to do instead. */
function Ballot({ topic }: { topic: Topic }) {
  const { t } = useTranslation('vote');
  const user = useUser();
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
  if (reason) {
    return (
      <Notice title={t(`overlay.${reason}.title`)} actions={isViewable(topic.status) ? results : browse}>
        {t(`overlay.${reason}.text`)}
      </Notice>
    );
  }
  if (!user) {
    return (
      <Notice
        title={t('overlay.login.title')}
        actions={
          <>
            <ButtonLink href={loginPath(`/vote/${topic.id}`)}>{t('overlay.login.action')}</ButtonLink>
            {browse}
          </>
        }
      >
        {t('overlay.login.text')}
      </Notice>
    );
  }
  if (user.role === 'admin') {
    return (
      <Notice title={t('overlay.admin.title')} actions={results}>
        {t('overlay.admin.text')}
      </Notice>
    );
  }
  if (check?.hasUsedFreeVote) {
    return (
      <Notice
        title={t('overlay.used.title')}
        actions={
          <>
            <ButtonLink href={`/results/${topic.id}`}>{t('overlay.used.action')}</ButtonLink>
            {browse}
          </>
        }
      >
        {t('overlay.used.text')}
      </Notice>
    );
  }
  return <BallotForm topic={topic} />;
}
