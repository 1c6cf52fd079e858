import { useTranslation } from 'react-i18next';
import { idOf } from '../../../renderer/data.ts';
import { usePageContext } from '../../../renderer/page-context.tsx';
import { DisputeTable } from './DisputeTable.tsx';
import { PaymentDetail } from './PaymentDetail.tsx';
import { PaymentTable } from './PaymentTable.tsx';
import { ReconciliationReport } from './ReconciliationReport.tsx';
import { asView, viewPath, views } from './views.ts';

const shown = { payments: PaymentTable, disputes: DisputeTable, reconciliation: ReconciliationReport };

/** The money that comes in: payments, what banks take back, and whether the sums agree; or one payment. */
export default function Payments() {
  const { t } = useTranslation('admin-payments');
  const { routeParams, urlParsed } = usePageContext();
  if (routeParams.item) return <PaymentDetail id={idOf(routeParams.item)} />;
  const current = asView(urlParsed.search.view);
  const View = shown[current];
  return (
    <>
      <nav aria-label={t('views')} className="mb-4 flex flex-wrap gap-x-6 gap-y-1">
        {views.map((view) => (
          <a
            key={view}
            href={viewPath(view)}
            aria-current={view === current ? 'page' : undefined}
            className="inline-flex min-h-10 items-center border-b-4 border-transparent font-semibold text-ink-soft hover:text-ink aria-[current]:border-brand aria-[current]:text-ink"
          >
            {t(`view.${view}`)}
          </a>
        ))}
      </nav>
      <View />
    </>
  );
}
