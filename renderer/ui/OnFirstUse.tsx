import { type ReactNode, Suspense, useState } from 'react';
import { ErrorBoundary } from '../app/ErrorBoundary.tsx';

/** The button of a popup; the popup renders it again, so that it can give the focus back to it. */
export interface Trigger {
  /** Needed where the visible content is not a name. */
  label?: string;
  className: string;
  children: ReactNode;
}

interface OnFirstUseProps {
  kind: 'menu' | 'dialog';
  trigger: Trigger;
  /** Fetches the popup's code ahead, when the pointer or the focus comes near. */
  load(): Promise<unknown>;
  /** The popup, made with `lazy`: rendered, and open, from the first press on. */
  children: ReactNode;
}

/** A button whose popup is loaded when it is first needed: until then the page carries the button alone. */
export function OnFirstUse({ kind, trigger, load, children }: OnFirstUseProps) {
  const [used, setUsed] = useState(false);
  const button = (
    <button
      type="button"
      aria-haspopup={kind}
      aria-expanded={false}
      aria-label={trigger.label}
      className={trigger.className}
      onClick={() => setUsed(true)}
      onPointerEnter={() => load().catch(() => {})}
      onFocus={() => load().catch(() => {})}
    >
      {trigger.children}
    </button>
  );
  if (!used) return button;
  return (
    <ErrorBoundary fallback={button}>
      <Suspense fallback={button}>{children}</Suspense>
    </ErrorBoundary>
  );
}
