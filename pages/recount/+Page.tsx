import type { TopicPrizes } from '#modules/prizes/contract/index.ts';
import type { Topic } from '#modules/voting/contract/index.ts';
import { inLanguage } from '#modules/voting/rules/localize.ts';
import { Head } from '#renderer/app/Head.tsx';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { TopicHeader } from '#renderer/components/topics/TopicHeader.tsx';
import { useApi } from '#renderer/data/api.ts';
import { ButtonLink } from '#renderer/ui/Button.tsx';
import { Notice } from '#renderer/ui/Notice.tsx';
import { Recount } from './components/Recount.tsx';
import { TheFile } from './components/TheFile.tsx';

/** For whoever takes nobody's word for it: the final results, counted anew on the visitor's own device. */
export default function Page() {
  const { t } = useTexts('recount');
  const { routeParams, language } = usePageContext();
  const address = `/api/topics/${routeParams.topicId}`;
  const { data: topic } = useApi<Topic>(address);
  const { data: prizes } = useApi<TopicPrizes | null>(`${address}/prizes`, { enabled: false });
  if (!topic) return null; // the server answers 404 for a missing topic, with its own page
  const { name } = inLanguage(topic, language);
  const recountable = prizes?.recountable ? prizes : null;
  const why = prizes ? 'few' : topic.endDate ? 'notFinal' : 'endless';
  return (
    <>
      <Head title={t('title', { name })} description={t('description', { name })} />
      <div className="page-width py-8">
        <TopicHeader topic={topic} />
        {recountable ? (
          <>
            <Recount topicId={topic.id} prizes={recountable} />
            <TheFile topicId={topic.id} />
          </>
        ) : (
          <div className="mt-8">
            <Notice
              title={t(`${why}.title`)}
              actions={
                <ButtonLink href={`/results/${topic.id}`} look="plain">
                  {t('back')}
                </ButtonLink>
              }
            >
              {t(`${why}.text`)}
            </Notice>
          </div>
        )}
      </div>
    </>
  );
}
