import { useEffect, useState } from 'react';

/** What is verified by a code. */
export type CodeType = 'email' | 'phone';

/** Seconds before another code may be asked for; the server holds the same lock (specification 2, section 9). */
const pauseSeconds = 60;
const keyOf = (email: string, type: CodeType) =>
  `podium.codeSentAt.${type === 'phone' ? 'phone.' : ''}${email.toLowerCase()}`;

/** Notes that a code has just been sent, for the verify page that comes next. */
export function rememberCodeSent(email: string, type: CodeType): void {
  try {
    sessionStorage.setItem(keyOf(email, type), String(Date.now()));
  } catch {
    // storage is off: the server says how long to wait
  }
}

/** When this tab had a code sent to the address or its phone; 0 if never. */
export function codeSentAt(email: string, type: CodeType): number {
  try {
    return Number(sessionStorage.getItem(keyOf(email, type)) ?? 0);
  } catch {
    return 0;
  }
}

/** Seconds until a code may be resent, counting down; `lock` starts the pause anew, or for as long as the server says. */
export function useResendPause(email: string, type: CodeType): { left: number; lock(seconds?: number): void } {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  useEffect(() => {
    setNow(Date.now());
    setUntil(codeSentAt(email, type) + pauseSeconds * 1_000);
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [email, type]);
  return {
    left: Math.max(0, Math.min(Math.ceil((until - now) / 1_000), 3_600)),
    lock(seconds = pauseSeconds) {
      if (seconds === pauseSeconds) rememberCodeSent(email, type);
      setNow(Date.now());
      setUntil(Date.now() + seconds * 1_000);
    },
  };
}
