import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { idOf } from '#renderer/data/data.ts';
import { Views } from '../components/Views.tsx';
import { DisputeTable } from './DisputeTable.tsx';
import { PaymentDetail } from './PaymentDetail.tsx';
import { PaymentTable } from './PaymentTable.tsx';
import { ReconciliationReport } from './ReconciliationReport.tsx';
import { asView, viewPath, views } from './views.ts';

const shown = { payments: PaymentTable, disputes: DisputeTable, reconciliation: ReconciliationReport };

/** The money that comes in: payments, what banks take back, and whether the sums agree; or one payment. */
export default function Payments() {
  const { t } = useTexts('admin-payments');
  const { routeParams, urlParsed } = usePageContext();
  if (routeParams.item) return <PaymentDetail id={idOf(routeParams.item)} />;
  const current = asView(urlParsed.search.view);
  const View = shown[current];
  return (
    <>
      <div className="mb-4">
        <Views
          label={t('views')}
          views={views.map((view) => ({ href: viewPath(view), text: t(`view.${view}`), current: view === current }))}
        />
      </div>
      <View />
    </>
  );
}
