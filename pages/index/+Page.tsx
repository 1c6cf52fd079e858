import { useTranslation } from 'react-i18next';
import type { TopicCard as Topic } from '../../modules/voting/contract.ts';
import { shelvesOf } from '../../modules/voting/rules/shelves.ts';
import { whyNoBallots } from '../../modules/voting/rules/status.ts';
import { useApi } from '../../renderer/api.ts';
import { Head } from '../../renderer/Head.tsx';
import { Notice } from '../../renderer/ui/Notice.tsx';
import { Hero } from './components/Hero.tsx';
import { Shelf } from './components/Shelf.tsx';

const minute = 60_000;

export default function Page() {
  const { t } = useTranslation('home');
  const {
    data: topics,
    isPending,
    isError,
  } = useApi<Topic[]>('/api/topics', {
    staleTime: 5 * minute,
    gcTime: 10 * minute,
    retry: 2,
  });
  return (
    <>
      <Head title={t('title')} description={t('description')} />
      {isPending && <p className="page-width py-16 text-lg">{t('loading')}</p>}
      {isError && (
        <p role="alert" className="page-width py-16 text-lg text-danger">
          {t('error')}
        </p>
      )}
      {topics?.length === 0 && (
        <div className="page-width py-16">
          <Notice title={t('empty')} />
        </div>
      )}
      {topics && topics.length > 0 && <Topics topics={topics} />}
    </>
  );
}

function Topics({ topics }: { topics: Topic[] }) {
  const open = topics.filter((topic) => whyNoBallots(topic) === null);
  const lead = open.toSorted((a, b) => b.isFeatured - a.isFeatured || b.participants - a.participants)[0];
  return (
    <>
      {lead && <Hero lead={lead} />}
      {shelvesOf(topics).map((shelf, index) => (
        <Shelf key={shelf.name} shelf={shelf} eager={index === 0} />
      ))}
    </>
  );
}
