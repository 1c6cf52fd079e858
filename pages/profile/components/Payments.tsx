import type { Payment } from '#modules/payments/contract/index.ts';
import { tierSizes } from '#modules/voting/rules/tiers.ts';
import { useLazyTexts } from '#renderer/app/lazy-texts.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { brandName } from '#renderer/components/payments/card-brand.ts';
import { usePaymentWords } from '#renderer/components/payments/payment-words.ts';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import { formatMoney } from '#src/shared/money.ts';
import { Paged } from './Paged.tsx';
import { useTopicName } from './topic-name.ts';

/** What was charged, newest first, in the currency in which it was charged, and where it stands now. */
export default function Payments() {
  const { t } = useLazyTexts('payment');
  return (
    <Paged<Payment> address="/api/users/payments" title={t('list.title')} empty={t('list.empty')}>
      {(items) => (
        <ul>
          {items.map((payment) => (
            <Item key={payment.id} payment={payment} />
          ))}
        </ul>
      )}
    </Paged>
  );
}

function Item({ payment }: { payment: Payment }) {
  const { t } = useLazyTexts('payment');
  const { language } = usePageContext();
  const nameOf = useTopicName();
  const { topic, tier, amount, currency, cardBrand, cardLast4, createdAt, paidAt } = payment;
  const { label, reason } = usePaymentWords()(payment);
  const brand = cardBrand && brandName(cardBrand);
  return (
    <li className="border-b border-rule py-4">
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-1">
        <a href={`/results/${topic.id}`} className="text-lg font-semibold underline underline-offset-4">
          {nameOf(topic)}
        </a>
        <span className="font-semibold tabular-nums">{formatMoney(amount, currency, language)}</span>
      </div>
      <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-ink-soft">
        <LocalTime moment={paidAt ?? createdAt} />
        <span>{t('ballot', { size: tierSizes[tier] })}</span>
        {brand && cardLast4 && <span>{t('list.card', { brand, digits: cardLast4 })}</span>}
      </p>
      <p className="mt-1">{[label, reason].filter(Boolean).join('. ')}</p>
    </li>
  );
}
