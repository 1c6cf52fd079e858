import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { ToastMessage } from './ToastPopup.tsx';

interface Shown extends ToastMessage {
  id: number;
}

let shown: Shown | null = null;
const listeners = new Set<() => void>();
let count = 0;

/** Shows a short message. One at a time: a new one takes the place of the last (specification 1, section 9). */
export function toast(message: ToastMessage): void {
  count += 1;
  shown = { ...message, id: count };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const ToastPopup = lazy(() => import('./ToastPopup.tsx'));

/** Where toasts appear. Its code is loaded with the first one. */
export function Toaster() {
  const message = useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  );
  if (!message) return null;
  return (
    <Suspense fallback={null}>
      <ToastPopup message={message} key={message.id} />
    </Suspense>
  );
}
