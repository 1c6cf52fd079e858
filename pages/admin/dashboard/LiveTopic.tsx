import { type FormEvent, useId } from 'react';
import { navigate } from 'vike/client/router';
import type { AdminStats } from '#modules/admin/contract/index.ts';
import type { TopicStats } from '#modules/site/contract/index.ts';
import type { ResultRow, Topic } from '#modules/voting/contract/index.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { FormError } from '#renderer/ui/Field.tsx';
import { addressWith } from '../components/asked.ts';
import { sectionPath } from '../sections.ts';
import { BarTable } from './BarTable.tsx';
import { useWriters } from './use-writers.ts';

const path = sectionPath('dashboard');

interface LiveTopicProps {
  /** The chosen topic; 0 for none. */
  id: number;
  topics: AdminStats['topPerformingTopics'];
}

/** How the choices of one topic stand, while one looks: admins alone see that before the close, and cast no ballots. */
export function LiveTopic({ id, topics }: LiveTopicProps) {
  const { t } = useTexts('admin-dashboard');
  return (
    <section className="min-w-0">
      <h2 className="mb-2 text-lg">{t('watch.title')}</h2>
      <Chooser id={id} topics={topics} />
      {id === 0 ? <p className="mt-3 text-ink-soft">{t('watch.none')}</p> : <Standing id={id} />}
    </section>
  );
}

function Chooser({ id, topics }: LiveTopicProps) {
  const { t } = useTexts('admin-dashboard');
  const input = useId();
  const list = useId();
  const choose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void navigate(addressWith(path, { topic: String(new FormData(event.currentTarget).get('topic')).trim() }));
  };
  return (
    <form key={id} action={path} onSubmit={choose} className="flex flex-wrap items-end gap-3">
      <div>
        <label htmlFor={input} className="mb-1 block text-sm font-semibold">
          {t('watch.topic')}
        </label>
        <input
          id={input}
          name="topic"
          list={list}
          inputMode="numeric"
          pattern="[0-9]*"
          maxLength={10}
          defaultValue={id || ''}
          className="block min-h-10 w-40 rounded-sm border-2 border-field bg-sheet px-2 py-1 text-sm text-ink"
        />
        <datalist id={list}>
          {topics.map((topic) => (
            <option key={topic.id} value={topic.id}>
              {topic.name}
            </option>
          ))}
        </datalist>
      </div>
      <Button type="submit" look="plain" size="sm">
        {t('watch.action')}
      </Button>
    </form>
  );
}

function Standing({ id }: { id: number }) {
  const { t } = useTexts('admin-dashboard');
  const { number, dollars } = useWriters();
  const { data: topic, isError } = useApi<Topic>(`/api/topics/${id}`);
  const { data: results } = useApi<ResultRow[]>(`/api/topics/${id}/results`, { enabled: topic !== undefined });
  const { data: stats } = useApi<TopicStats>(`/api/topics/${id}/stats`, { enabled: topic !== undefined });
  if (isError) return <FormError>{t('watch.missing')}</FormError>;
  if (!topic || !results || !stats) return <p className="mt-3 text-ink-soft">{t('admin:loading')}</p>;
  return (
    <div className="mt-3">
      <p className="mb-2">
        <a href={`/results/${id}`} className="font-semibold">
          {topic.name}
        </a>{' '}
        <span className="text-ink-soft">
          {t('watch.sum', {
            count: stats.totalVotes,
            votes: number(stats.totalVotes),
            revenue: dollars(stats.totalRevenue),
          })}
        </span>
      </p>
      <BarTable
        title={t('watch.standing')}
        empty={t('noVotes')}
        columns={[
          { label: t('column.choice') },
          { label: t('column.points'), numeric: true },
          { label: t('column.votes'), numeric: true },
        ]}
        rows={results.map(({ id: choice, rank, name, totalPoints, totalVotes }) => ({
          key: choice,
          size: totalPoints,
          cells: [`${rank}. ${name}`, number(totalPoints), number(totalVotes)],
        }))}
      />
    </div>
  );
}
