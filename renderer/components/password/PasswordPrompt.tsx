import { lazy, Suspense, useEffect, useState } from 'react';
import { onPasswordNeeded } from '../../data/api.ts';

const PasswordDialog = lazy(() => import('./PasswordDialog.tsx'));

interface Asked {
  answer: Promise<boolean>;
  decide(given: boolean): void;
  /** What had the focus, and gets it back. */
  before: Element | null;
}

/** Asks for the password whenever a call needs it once more, and has the call repeated then. */
export function PasswordPrompt() {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => {
    let current: Asked | null = null;
    const leave = onPasswordNeeded(() => {
      if (current) return current.answer; // several calls, one question
      const { promise: answer, resolve } = Promise.withResolvers<boolean>();
      current = {
        answer,
        before: document.activeElement,
        decide(given) {
          current = null;
          setAsked(null);
          resolve(given);
        },
      };
      setAsked(current);
      return answer;
    });
    return () => {
      leave();
      current?.decide(false);
    };
  }, []);
  if (!asked) return null;
  const { decide, before } = asked;
  return (
    <Suspense>
      <PasswordDialog decide={decide} onClosed={() => before instanceof HTMLElement && before.focus()} />
    </Suspense>
  );
}
