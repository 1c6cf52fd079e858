import { tierPrices } from '#modules/payments/rules/prices.ts';
import { tierSizes, tiers } from '#modules/voting/rules/tiers.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { usePrice } from '#renderer/format/money.ts';
import { ButtonLink } from '#renderer/ui/Button.tsx';

/** To the first ballot, or to one more (decision 3). */
export function VoteLink({ topicId, voted }: { topicId: number; voted: boolean }) {
  const { t } = useTexts('results');
  return (
    <ButtonLink href={`/vote/${topicId}`} look={voted ? 'plain' : 'action'}>
      {t(voted ? 'voteAgain' : 'topics:voteNow')}
    </ButtonLink>
  );
}

/** What one more ballot costs, while the topic takes any. */
export function VoteAgain({ topicId, voted }: { topicId: number; voted: boolean }) {
  const { t } = useTexts('results');
  const price = usePrice();
  return (
    <section aria-labelledby="again" className="slip p-5 print:hidden">
      <h3 id="again" className="text-xl">
        {t(voted ? 'voteAgain' : 'topics:voteNow')}
      </h3>
      <p className="mt-1 text-ink-soft">{t(voted ? 'again.text' : 'again.first')}</p>
      <dl className="my-4 grid grid-cols-3 border-y border-rule">
        {tiers.map((tier) => (
          <div key={tier} className="py-2 text-center not-first:border-l not-first:border-rule">
            <dt className="numeral text-xl">{t('topics:tier', { size: tierSizes[tier] })}</dt>
            <dd className="mt-1 text-sm tabular-nums">{price(tierPrices[tier])}</dd>
          </div>
        ))}
      </dl>
      <VoteLink topicId={topicId} voted={voted} />
    </section>
  );
}
