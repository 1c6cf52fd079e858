import type { ReactNode } from 'react';
import type { AdminPaymentDetail } from '#modules/payments/contract/admin.ts';
import { tierSizes } from '#modules/voting/rules/tiers.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { brandName } from '#renderer/components/payments/card-brand.ts';
import { useApi } from '#renderer/data/api.ts';
import { FormError } from '#renderer/ui/Field.tsx';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import type { Below } from '#src/i18n/keys.ts';
import { formatMoney } from '#src/shared/money.ts';
import { addressWith } from '../components/asked.ts';
import { PersonLink } from '../components/PersonLink.tsx';
import { TopicLink } from '../components/TopicLink.tsx';
import { sectionPath } from '../sections.ts';
import { PaymentPast } from './PaymentPast.tsx';
import { PaymentState, ProviderLink } from './parts.tsx';
import { RefundDialog } from './RefundDialog.tsx';
import { viewPath } from './views.ts';

/** Everything that is known of one payment, and the way to give it back. */
export function PaymentDetail({ id }: { id: number }) {
  const { t } = useTexts('admin-payments');
  const { data: payment, isError } = useApi<AdminPaymentDetail>(`/api/admin/payments/${id}`, {
    // While it is on its way back, it is looked at until it has arrived.
    refetchInterval: ({ state: { data } }) => data !== undefined && isOnItsWay(data) && 2_000,
  });
  return (
    <>
      <p className="mb-2">
        <a href={viewPath('payments')} className="inline-flex min-h-10 items-center underline underline-offset-4">
          {t('all')}
        </a>
      </p>
      <h2 className="mb-4 text-xl">{t('payment', { id })}</h2>
      {isError && <FormError>{t('admin:failed')}</FormError>}
      {payment ? <Known payment={payment} /> : !isError && <p className="text-ink-soft">{t('admin:loading')}</p>}
    </>
  );
}

const isOnItsWay = ({ status, refundAsked }: AdminPaymentDetail) =>
  status === 'refunding' || (status === 'succeeded' && refundAsked);

function Known({ payment }: { payment: AdminPaymentDetail }) {
  const { t } = useTexts('admin-payments');
  return (
    <>
      <Facts payment={payment} />
      <p className="mt-6 mb-10 flex flex-wrap items-center gap-x-6 gap-y-3">
        <RefundDialog payment={payment} />
        <a
          href={addressWith(sectionPath('activity'), { subjectKind: 'payment', subjectId: payment.id })}
          className="inline-flex min-h-10 items-center underline underline-offset-4"
        >
          {t('audit')}
        </a>
      </p>
      <PaymentPast payment={payment} />
    </>
  );
}

function Facts({ payment }: { payment: AdminPaymentDetail }) {
  const { t } = useTexts('admin-payments');
  const { language } = usePageContext();
  const { id, amount, currency, usdCents, rate, cardBrand, cardLast4, refund, ranking } = payment;
  return (
    <dl className="grid gap-x-8 border-t border-rule sm:grid-cols-2">
      <Fact name="status">
        <PaymentState payment={payment} />
      </Fact>
      <Fact name="amount">
        {formatMoney(amount, currency, language)}
        {currency !== 'USD' && ` (${t('worth', { amount: formatMoney(usdCents, 'USD', language), rate })})`}
      </Fact>
      <Fact name="buyer">
        <PersonLink id={payment.userId} name={payment.username} />
      </Fact>
      <Fact name="topic">
        <TopicLink id={payment.topicId} topic={payment.topic} />
      </Fact>
      <Fact name="begun">
        <LocalTime moment={payment.createdAt} />
      </Fact>
      <Fact name="charged">{payment.paidAt ? <LocalTime moment={payment.paidAt} /> : t('never')}</Fact>
      <Fact name="card">
        {cardLast4 ? t('card', { brand: brandName(cardBrand ?? ''), digits: cardLast4 }) : t('unknown')}
      </Fact>
      <Fact name="provider">
        {payment.intentId ? <ProviderLink id={id} url={payment.providerUrl} text={payment.intentId} /> : t('unknown')}
        {payment.chargeId && <span className="block text-ink-soft [overflow-wrap:anywhere]">{payment.chargeId}</span>}
      </Fact>
      <Fact name="ballot">
        {t('ballot', { size: tierSizes[payment.tier] })}
        {ranking ? (
          <ol className="list-inside list-decimal">
            {ranking.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ol>
        ) : (
          <span className="block text-ink-soft">{t('hidden')}</span>
        )}
      </Fact>
      {refund && (
        <Fact name="refund">
          <PersonLink id={refund.requestedBy} name={refund.requester} />{' '}
          <span className="text-ink-soft">
            <LocalTime moment={refund.requestedAt} />
          </span>
          <span className="block [overflow-wrap:anywhere]">{refund.reason ?? t('unknown')}</span>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: Below<'admin-payments', 'fact'>; children: ReactNode }) {
  const { t } = useTexts('admin-payments');
  return (
    <div className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 border-b border-rule py-2">
      <dt className="text-ink-soft">{t(`fact.${name}`)}</dt>
      <dd>{children}</dd>
    </div>
  );
}
