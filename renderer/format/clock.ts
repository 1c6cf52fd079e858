import { useEffect, useRef, useState } from 'react';
import { usePageContext } from '../app/page-context.tsx';

/**
 * The server's time in ms, ticking: countdowns must not trust the visitor's clock (decision 2). The first value is the
 * page's own, so that the server and the browser render the same.
 */
export function useServerTime(everyMs: number): number {
  const { now } = usePageContext();
  const madeAt = Date.parse(now);
  const [time, setTime] = useState(madeAt);
  const base = useRef({ madeAt, seenAt: 0 });
  useEffect(() => {
    base.current = { madeAt, seenAt: performance.now() };
    setTime(madeAt);
    const tick = () => setTime(base.current.madeAt + performance.now() - base.current.seenAt);
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [madeAt, everyMs]);
  return time;
}

/** False while the server's HTML is being hydrated, then true: for what only the browser knows, such as the time zone. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}
