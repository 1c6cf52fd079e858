import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnAccuracy } from '../../../../modules/prizes/contract.ts';
import type { OwnBallot, ResultRow, Topic, TopicStats } from '../../../../modules/voting/contract.ts';
import { isViewable, whyNoBallots } from '../../../../modules/voting/rules/status.ts';
import { useApi } from '../../../../renderer/api.ts';
import { Notice } from '../../../../renderer/ui/Notice.tsx';
import { Duels } from './Duels.tsx';
import { OnThisPage } from './OnThisPage.tsx';
import { Podium } from './Podium.tsx';
import { Prizes } from './Prizes.tsx';
import { RankingTable } from './RankingTable.tsx';
import { Share } from './Share.tsx';
import { Spread } from './Spread.tsx';
import { Statistics } from './Statistics.tsx';
import { type Standing, Verdict } from './Verdict.tsx';
import { VoteAgain } from './VoteAgain.tsx';

/** How often live results are asked for. The server recounts every two seconds at most. */
const refreshMs = 5_000;

interface StandingsProps {
  topic: Topic;
  mine: OwnBallot[];
  /** How accurate they are, once that is final. */
  accuracies: OwnAccuracy[];
  /** The viewer's own ballots, between the ranking and what it is made of. */
  own: ReactNode;
}

/** How the choices stand, from the podium down to the pairs; for topics whose results can be seen. */
export function Standings({ topic, mine, accuracies, own }: StandingsProps) {
  const { t } = useTranslation('results');
  const standing: Standing = topic.status === 'closed' ? (topic.resultsFinalized ? 'final' : 'provisional') : 'live';
  const live = standing === 'live' && { refetchInterval: refreshMs };
  const { data: rows = [] } = useApi<ResultRow[]>(`/api/topics/${topic.id}/results`, { ...live });
  const { data: stats } = useApi<TopicStats>(`/api/topics/${topic.id}/stats`, { ...live });
  const cancelled = topic.isCancelled === 1;
  const decided = !cancelled && isViewable(topic.status); // an admin looks at running topics too
  const again = whyNoBallots(topic) === null && <VoteAgain topicId={topic.id} voted={mine.length > 0} />;
  if (!stats?.totalVotes) {
    return (
      <section aria-labelledby="rankings" className="mt-8 space-y-6">
        <h2 id="rankings" className="text-2xl">
          {t('rankings')}
        </h2>
        <Notice title={t('empty')} />
        {again && <div className="mx-auto max-w-xl">{again}</div>}
        {decided && <Prizes topic={topic} />}
      </section>
    );
  }
  const sections: [id: string, title: string][] = [
    ...(mine.length > 0
      ? [['own', t(accuracies.length > 0 ? 'prizes:accuracy.title' : 'own.title')] as [string, string]]
      : []),
    ...(decided ? [['prizes', t('prizes:title')] as [string, string]] : []),
    ['spread', t('spread.title')],
    ['duels', t('duels.title')],
  ];
  return (
    <>
      <section aria-labelledby="rankings" className="mt-8">
        <h2 id="rankings" className="text-2xl">
          {t('rankings')}
        </h2>
        {!cancelled && <Verdict rows={rows} standing={standing} />}
        <OnThisPage accuracies={accuracies} sections={sections} />
        <div className="mt-8 grid gap-10 lg:grid-cols-[minmax(0,1fr)_18rem] lg:items-start">
          <div className="min-w-0">
            <Podium rows={rows} />
            <Share topic={topic} rows={rows} />
            <div className="mt-6">
              <RankingTable rows={rows} mine={mine} />
            </div>
          </div>
          <div className="space-y-6">
            <Statistics stats={stats} />
            {again}
          </div>
        </div>
      </section>
      {own}
      {decided && <Prizes topic={topic} />}
      <Spread rows={rows} />
      <Duels topicId={topic.id} rows={rows} />
    </>
  );
}
