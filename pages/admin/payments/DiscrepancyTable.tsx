import { DiscrepanciesQuery, type Discrepancy, discrepancyStates } from '#modules/payments/contract/admin.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { ActionDialog } from '../components/ActionDialog.tsx';
import { addressWith, askedOf } from '../components/asked.ts';
import { ConfirmForm } from '../components/ConfirmForm.tsx';
import { DataTable } from '../components/DataTable.tsx';
import { Moment } from '../components/Moment.tsx';
import { PersonLink } from '../components/PersonLink.tsx';
import { PaymentLink, ProviderLink } from './parts.tsx';
import { viewPath } from './views.ts';

const path = viewPath('reconciliation');

/** What did not fit in single payments, until somebody has seen to it. */
export function DiscrepancyTable() {
  const { t } = useTexts('admin-payments');
  const asked = askedOf(DiscrepanciesQuery, usePageContext().urlParsed.search);
  return (
    <section>
      <h2 id="discrepancies" className="mb-2 text-xl">
        {t('discrepancy.title')}
      </h2>
      <p className="mb-2 flex flex-wrap gap-x-4">
        {discrepancyStates.map((state) => (
          <a
            key={state}
            href={`${addressWith(path, { state })}#discrepancies`}
            aria-current={state === asked.state ? 'true' : undefined}
            className="inline-flex min-h-10 items-center text-ink-soft underline underline-offset-4 aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:no-underline"
          >
            {t(`discrepancy.state.${state}`)}
          </a>
        ))}
      </p>
      <DataTable<Discrepancy>
        label={t('discrepancy.title')}
        api="/api/admin/discrepancies"
        path={path}
        asked={asked}
        keyOf={({ id }) => id}
        empty={t(`empty.discrepancies.${asked.state}`)}
        columns={[
          { name: 'foundAt', label: t('column.since'), cell: ({ foundAt }) => <Moment at={foundAt} /> },
          {
            name: 'payment',
            label: t('column.payment'),
            cell: ({ paymentId, paymentStatus }) => (
              <>
                <PaymentLink id={paymentId} />
                <span className="block text-ink-soft">{t(`status.${paymentStatus}`)}</span>
              </>
            ),
          },
          { name: 'kind', label: t('column.what'), cell: (found) => <What found={found} /> },
          {
            name: 'provider',
            label: t('column.look'),
            cell: ({ paymentId, providerUrl }) => (
              <ProviderLink id={paymentId} url={providerUrl} text={t('provider')} />
            ),
          },
          { name: 'resolved', label: t('column.resolved'), cell: (found) => <Resolution found={found} /> },
        ]}
      />
    </section>
  );
}

/** What does not fit, in words and as it was written down. */
export function What({ found: { kind, detail } }: { found: Discrepancy }) {
  const { t } = useTexts('admin-payments');
  return (
    <div className="min-w-52 max-w-md">
      <span className="font-semibold">{t(`discrepancy.kind.${kind}`)}</span>
      <span className="block text-ink-soft [overflow-wrap:anywhere]">{detail}</span>
    </div>
  );
}

/** What somebody found out about it, or the way to say so. */
export function Resolution({ found }: { found: Discrepancy }) {
  const { t } = useTexts('admin-payments');
  const { id, paymentId, resolvedAt, resolvedBy, resolver, note } = found;
  if (resolvedAt && resolvedBy) {
    return (
      <div className="min-w-40 max-w-xs">
        <Moment at={resolvedAt} /> <PersonLink id={resolvedBy} name={resolver} />
        <span className="block text-ink-soft [overflow-wrap:anywhere]">{note}</span>
      </div>
    );
  }
  return (
    <ActionDialog
      label={t('resolve.open')}
      name={t('resolve.openOf', { id: paymentId })}
      title={t('resolve.title', { id: paymentId })}
    >
      {(close) => (
        <ConfirmForm
          address={`/api/admin/discrepancies/${id}/resolve`}
          reason={t('resolve.note')}
          reasonName="note"
          action={t('resolve.action')}
          done={t('resolve.done')}
          failed={t('resolve.failed')}
          close={close}
        >
          <What found={found} />
          <p>{t('resolve.text')}</p>
        </ConfirmForm>
      )}
    </ActionDialog>
  );
}
