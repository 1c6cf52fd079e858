import type { RecordItem, RecordSummary } from '#modules/prizes/contract/index.ts';
import { accuracyOf } from '#modules/prizes/rules/accuracy.ts';
import { type Tier, tierSizes } from '#modules/voting/rules/tiers.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { AwardState } from '#renderer/components/prizes/AwardState.tsx';
import { useApi } from '#renderer/data/api.ts';
import { formatNumber } from '#renderer/format/format.ts';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import { formatMoney } from '#src/shared/money.ts';
import { Paged } from './Paged.tsx';
import { useTopicName } from './topic-name.ts';

/** How close somebody has come on finished topics, and what that has won. */
export default function Record() {
  const { t } = useTexts('profile');
  return (
    <>
      <Summary />
      <Paged<RecordItem> address="/api/users/record" title={t('section.record')} empty={t('record.empty')}>
        {(items) => (
          <ul>
            {items.map((item) => (
              <Item key={`${item.topic.id} ${item.tier}`} item={item} />
            ))}
          </ul>
        )}
      </Paged>
    </>
  );
}

/** Before anything is finished there is nothing to sum up: the list says so. */
function Summary() {
  const { t } = useTexts('profile');
  const { language } = usePageContext();
  const { data } = useApi<RecordSummary>('/api/users/record/summary');
  if (!data?.topics) return null;
  const number = (value: number) => formatNumber(language, value);
  const tiles = [
    ['topics', number(data.topics)],
    ['average', number(data.averageAccuracy)],
    ['best', number(data.bestAccuracy)],
    ['place', data.bestPlace === null ? t('record.noPlace') : number(data.bestPlace)],
    ['awards', data.awards === 0 ? number(0) : formatMoney(data.awardedCents, 'USD', language)],
  ] as const;
  return (
    <section aria-label={t('record.summary')}>
      <dl className="mb-8 grid grid-cols-2 border-t border-l border-rule sm:grid-cols-3 xl:grid-cols-5">
        {tiles.map(([name, value]) => (
          <div key={name} className="flex flex-col-reverse justify-end border-r border-b border-rule bg-sheet p-4">
            <dt className="text-sm text-ink-soft">{t(`record.${name}`)}</dt>
            <dd className="numeral text-2xl">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What a ballot of a tier reaches whose order is the crowd's own. */
const bestOf = (tier: Tier) =>
  accuracyOf(
    Array.from({ length: tierSizes[tier] }, (_, index) => index + 1),
    (place) => place,
  );

function Item({ item: { topic, tier, accuracy, place, entrants, award, finalizedAt } }: { item: RecordItem }) {
  const { t } = useTexts('profile');
  const { language } = usePageContext();
  const nameOf = useTopicName();
  const number = (value: number) => formatNumber(language, value);
  return (
    <li className="border-b border-rule py-4">
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-1">
        <a href={`/results/${topic.id}`} className="text-lg font-semibold underline underline-offset-4">
          {nameOf(topic)}
        </a>
        <span className="text-sm text-ink-soft">
          <LocalTime moment={finalizedAt} />
        </span>
      </div>
      <p className="mt-1 flex flex-wrap gap-x-4 tabular-nums">
        <span className="font-semibold">{t('topics:tier', { size: tierSizes[tier] })}</span>
        <span>{t('record.accuracy', { accuracy: number(accuracy), best: bestOf(tier) })}</span>
        <span>
          {place === null
            ? t('record.outside')
            : t('record.stands', { place: number(place), entrants: number(entrants) })}
        </span>
      </p>
      {award && (
        <p className="mt-2 flex flex-wrap gap-x-4 border-l-4 border-active pl-3">
          <span className="font-semibold tabular-nums">
            {t('record.award', { amount: formatMoney(award.cents, 'USD', language) })}
          </span>
          <AwardState award={award} />
        </p>
      )}
    </li>
  );
}
