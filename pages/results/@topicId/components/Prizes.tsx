import type { TopicPrizes } from '#modules/prizes/contract/index.ts';
import type { Topic } from '#modules/voting/contract/index.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';
import { ButtonLink } from '#renderer/ui/Button.tsx';
import { formatMoney } from '#src/shared/money.ts';
import { Pool } from './Pool.tsx';
import { Section } from './Section.tsx';

/** What the closest ballots win and how that came about, or why there is nothing to win (yet). */
export function Prizes({ topic }: { topic: Topic }) {
  const { t } = useTexts('prizes');
  const final = topic.resultsFinalized === 1;
  const { data: prizes } = useApi<TopicPrizes | null>(`/api/topics/${topic.id}/prizes`, { enabled: final });
  return (
    <Section id="prizes" title={final || topic.status === 'always_open' ? t('title') : t('counting.title')}>
      {topic.status === 'always_open' && <p className="mt-2 text-lg">{t('none')}</p>}
      {topic.status === 'closed' && !final && <p className="mt-2 max-w-[68ch] text-lg">{t('counting.text')}</p>}
      {prizes && <Awarded prizes={prizes} />}
      <p className="mt-6">
        <a href="/how-it-works#prizes" className="inline-flex min-h-11 items-center underline underline-offset-4">
          {t('how')}
        </a>
      </p>
      {prizes && <Recount topicId={topic.id} recountable={prizes.recountable} />}
    </Section>
  );
}

function Awarded({ prizes: { pools } }: { prizes: TopicPrizes }) {
  const { t } = useTexts('prizes');
  const { language } = usePageContext();
  const awards = pools.flatMap((pool) => pool.awards);
  const total = awards.reduce((sum, { cents }) => sum + cents, 0);
  return (
    <>
      <p className="mt-2">
        {awards.length > 0 ? (
          <span className="wide text-3xl">
            {t('shared', { count: awards.length, total: formatMoney(total, 'USD', language) })}
          </span>
        ) : (
          <span className="text-lg">{t('nothing')}</span>
        )}
      </p>
      {awards.length > 0 && <p className="mt-1 text-ink-soft">{t('winners.names')}</p>}
      <div className="mt-6 grid gap-x-8 gap-y-10 lg:grid-cols-3">
        {pools.map((pool) => (
          <Pool key={pool.tier} pool={pool} />
        ))}
      </div>
    </>
  );
}

/** For whoever does not take our word for it. */
function Recount({ topicId, recountable }: { topicId: number; recountable: boolean }) {
  const { t } = useTexts('results');
  return (
    <aside aria-labelledby="recount" className="mt-4 border-2 border-ink p-5 print:hidden">
      <h3 id="recount" className="text-xl">
        {t('recount.title')}
      </h3>
      <p className="mt-1 max-w-[68ch]">{t(recountable ? 'recount.text' : 'recount.few')}</p>
      {recountable && (
        <ButtonLink href={`/results/${topicId}/recount`} className="mt-4">
          {t('recount.action')}
        </ButtonLink>
      )}
    </aside>
  );
}
