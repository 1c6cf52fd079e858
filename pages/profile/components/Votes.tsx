import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '#renderer/app/ErrorBoundary.tsx';
import { VoteHistory } from './VoteHistory.tsx';

const Payments = lazy(() => import('./Payments.tsx'));

/** One's own ballots, and below them what was paid for them. */
export function Votes() {
  return (
    <div className="space-y-12">
      <VoteHistory />
      <ErrorBoundary fallback={null}>
        <Suspense>
          <Payments />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
