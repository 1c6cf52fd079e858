import type { VoteHistoryItem } from '#modules/voting/contract/index.ts';
import { tierSizes } from '#modules/voting/rules/tiers.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { ButtonLink } from '#renderer/ui/Button.tsx';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import { formatMoney } from '#src/shared/money.ts';
import { Paged } from './Paged.tsx';
import { useTopicName } from './topic-name.ts';

/** One's own counted ballots, newest first, each with its ranking. */
export function VoteHistory() {
  const { t } = useTexts('profile');
  const { language } = usePageContext();
  const nameOf = useTopicName();
  const empty = (
    <>
      <p className="mb-4">{t('votes.empty')}</p>
      <ButtonLink href="/topics">{t('votes.browse')}</ButtonLink>
    </>
  );
  return (
    <Paged<VoteHistoryItem> address="/api/users/votes" title={t('section.votes')} empty={empty}>
      {(items) => (
        <ul>
          {items.map(({ id, topic, isPaid, tier, amount, createdAt, ranking }) => (
            <li key={id} className="border-b border-rule py-4">
              <div className="flex flex-wrap justify-between gap-x-6 gap-y-1">
                <a href={`/results/${topic.id}`} className="text-lg font-semibold underline underline-offset-4">
                  {nameOf(topic)}
                </a>
                <span className="text-sm text-ink-soft">
                  <LocalTime moment={createdAt} />
                </span>
              </div>
              <p className="mt-1 text-sm text-ink-soft">
                {t('votes.kind', {
                  tier: t('topics:tier', { size: tierSizes[tier] }),
                  price: isPaid ? formatMoney(amount, 'USD', language) : t('votes.free'),
                })}
              </p>
              <ol className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
                {ranking.map((choice, index) => (
                  <li key={choice} className="flex items-baseline gap-1.5">
                    <span className="numeral text-lg">{index + 1}</span>
                    <span>{choice}</span>
                  </li>
                ))}
              </ol>
            </li>
          ))}
        </ul>
      )}
    </Paged>
  );
}
