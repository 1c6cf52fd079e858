import { useEffect, useState } from 'react';

/** Seconds before another code may be asked for; the server holds the same lock (specification 2, section 9). */
const pauseSeconds = 60;
const keyOf = (email: string) => `podium.codeSentAt.${email.toLowerCase()}`;

/** Notes that a code has just been sent, for the verify page that comes next. */
export function rememberCodeSent(email: string): void {
  try {
    sessionStorage.setItem(keyOf(email), String(Date.now()));
  } catch {
    // storage is off: the server says how long to wait
  }
}

/** Seconds until a code may be resent, counting down; `lock` starts the pause anew, or for as long as the server says. */
export function useResendPause(email: string): { left: number; lock(seconds?: number): void } {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  useEffect(() => {
    const sentAt = Number(sessionStorage.getItem(keyOf(email)) ?? 0);
    setNow(Date.now());
    setUntil(sentAt + pauseSeconds * 1_000);
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [email]);
  return {
    left: Math.max(0, Math.min(Math.ceil((until - now) / 1_000), 3_600)),
    lock(seconds = pauseSeconds) {
      setNow(Date.now());
      setUntil(Date.now() + seconds * 1_000);
    },
  };
}
