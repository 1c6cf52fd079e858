import type { ReactNode } from 'react';
import type { OwnAccuracy } from '#modules/prizes/contract/index.ts';
import type { TopicStats } from '#modules/site/contract/index.ts';
import type { OwnBallot, ResultRow, Topic } from '#modules/voting/contract/index.ts';
import { isViewable, whyNoBallots } from '#modules/voting/rules/status.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';
import { Notice } from '#renderer/ui/Notice.tsx';
import { Duels } from './Duels.tsx';
import { OnThisPage, Won } from './OnThisPage.tsx';
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
  const { t } = useTexts('results');
  const standing: Standing = topic.status === 'closed' ? (topic.resultsFinalized ? 'final' : 'provisional') : 'live';
  const live = standing === 'live' && { refetchInterval: refreshMs };
  const { data: rows = [] } = useApi<ResultRow[]>(`/api/topics/${topic.id}/results`, { ...live });
  const { data: stats } = useApi<TopicStats>(`/api/topics/${topic.id}/stats`, { ...live });
  const prizes = isDecided(topic) && <Prizes topic={topic} />;
  const again = whyNoBallots(topic) === null && <VoteAgain topicId={topic.id} voted={mine.length > 0} />;
  const sections = useSections({ topic, mine, accuracies });
  if (!stats?.totalVotes) {
    return (
      <section aria-labelledby="rankings" className="mt-8 space-y-6">
        <h2 id="rankings" className="text-2xl">
          {t('rankings')}
        </h2>
        <Notice title={t('empty')} />
        {again && <div className="mx-auto max-w-xl">{again}</div>}
        {prizes}
      </section>
    );
  }
  return (
    <>
      <section aria-labelledby="rankings" className="mt-8">
        <h2 id="rankings" className="text-2xl">
          {t('rankings')}
        </h2>
        {topic.isCancelled === 0 && <Verdict rows={rows} standing={standing} />}
        <Won accuracies={accuracies} />
        <div className="mt-8 grid gap-10 lg:grid-cols-[minmax(0,1fr)_18rem] lg:items-start">
          <div className="min-w-0">
            <Podium rows={rows} />
            <Share topic={topic} rows={rows} />
            <OnThisPage sections={sections} />
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
      {prizes}
      <Spread rows={rows} />
      <Duels topicId={topic.id} rows={rows} />
    </>
  );
}

/** Whether there is something to be said of prizes: not of cancelled topics, nor of running ones, which an admin may look at. */
const isDecided = (topic: Topic) => topic.isCancelled === 0 && isViewable(topic.status);

function useSections({ topic, mine, accuracies }: Omit<StandingsProps, 'own'>): [id: string, title: string][] {
  const { t } = useTexts('results');
  const sections: [id: string, title: string][] = [
    ['spread', t('spread.title')],
    ['duels', t('duels.title')],
  ];
  if (isDecided(topic)) sections.unshift(['prizes', t('prizes:title')]);
  if (mine.length > 0) sections.unshift(['own', t(accuracies.length > 0 ? 'prizes:accuracy.title' : 'own.title')]);
  return sections;
}
