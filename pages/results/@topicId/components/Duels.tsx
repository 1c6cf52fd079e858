import { lazy, Suspense, useState } from 'react';
import type { ResultRow } from '#modules/voting/contract/index.ts';
import { ErrorBoundary } from '#renderer/app/ErrorBoundary.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { FormError } from '#renderer/ui/Field.tsx';

const load = () => import('./DuelTable.tsx');
const DuelTable = lazy(load);

/** Who stands above whom: counted by the server and sent only when somebody opens it. */
export function Duels({ topicId, rows }: { topicId: number; rows: ResultRow[] }) {
  const { t } = useTexts('results');
  const [opened, setOpened] = useState(false);
  return (
    <details
      id="duels"
      className="double-rule mt-14 print:hidden"
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary className="pt-4 pb-2">
        <h2 className="ml-1 inline text-2xl">{t('duels.title')}</h2>
      </summary>
      <p className="mt-2 max-w-[68ch] text-ink-soft">{t('duels.text')}</p>
      {opened && (
        <ErrorBoundary fallback={<FormError>{t('duels.failed')}</FormError>}>
          <Suspense fallback={<p className="py-6 text-ink-soft">{t('duels.loading')}</p>}>
            <DuelTable topicId={topicId} rows={rows.filter(({ totalVotes }) => totalVotes > 0)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </details>
  );
}
