import { Suspense } from 'react';
import type { Home, TopicCard } from '#modules/site/contract/index.ts';
import { whyNoBallots } from '#modules/voting/rules/status.ts';
import { Head } from '#renderer/app/Head.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';
import { Notice } from '#renderer/ui/Notice.tsx';
import { Browse } from './components/Browse.tsx';
import { Hero } from './components/Hero.tsx';
import { Shelf } from './components/Shelf.tsx';

const minute = 60_000;

export default function Page() {
  const { t } = useTexts('home');
  const {
    data: home,
    isPending,
    isError,
  } = useApi<Home>('/api/topics/home', {
    staleTime: 5 * minute,
    gcTime: 10 * minute,
    retry: 2,
  });
  return (
    <>
      <Head title={t('title')} description={t('description')} />
      <Hero lead={home && leadOf(home.topics)} />
      {isPending && <p className="page-width py-16 text-lg">{t('loading')}</p>}
      {isError && (
        <p role="alert" className="page-width py-16 text-lg text-danger">
          {t('error')}
        </p>
      )}
      {home?.shelves.length === 0 && (
        <div className="page-width py-16">
          <Notice title={t('empty')} />
        </div>
      )}
      {home && home.shelves.length > 0 && <Shelves home={home} />}
    </>
  );
}

/** The topic to begin with: open, featured before others, then the one that most people take part in. */
function leadOf(topics: TopicCard[]): TopicCard | undefined {
  const open = topics.filter((topic) => whyNoBallots(topic) === null);
  return open.toSorted((a, b) => b.isFeatured - a.isFeatured || b.participants - a.participants)[0];
}

function Shelves({ home }: { home: Home }) {
  const byId = new Map(home.topics.map((topic) => [topic.id, topic]));
  return (
    <>
      <Browse shelves={home.shelves} />
      {home.shelves.map(({ name, total, topicIds }, index) => (
        <Suspense key={name}>
          <Shelf name={name} total={total} topics={topicIds.flatMap((id) => byId.get(id) ?? [])} eager={index === 0} />
        </Suspense>
      ))}
    </>
  );
}
