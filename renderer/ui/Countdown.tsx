import { useEffect } from 'react';
import { useTexts } from '#renderer/app/texts.ts';
import { type CountdownPart, cardCountdown, voteCountdown } from '#src/shared/time.ts';
import { useServerTime } from '../format/clock.ts';

/** The browser may be this much ahead of the server: what is asked at the very end would still be open. */
const lagMs = 500;

/** A countdown's text in the page's language: '2d 5h 3m'. */
function useCountdownText(): (parts: CountdownPart[]) => string {
  const { t } = useTexts();
  return (parts) => parts.map(({ unit, value }) => t(`countdown.${unit}`, { value })).join(' ');
}

/** How long until a moment, as a card says it; `now` is the server's time in ms, refreshed every minute. */
export function useCardCountdown(now: number): (moment: string) => string {
  const text = useCountdownText();
  return (moment) => text(cardCountdown(Date.parse(moment) - now));
}

/** A ticking scoreboard of what is left, for the vote page. At zero it says so, and calls `onOver` once. */
export function Scoreboard({ until, onOver }: { until: string; onOver(): void }) {
  const now = useServerTime(1_000);
  const { t } = useTexts();
  const text = useCountdownText();
  const left = Date.parse(until) - now;
  const over = left <= 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is over
  useEffect(() => {
    if (!over) return;
    const timer = setTimeout(onOver, lagMs);
    return () => clearTimeout(timer);
  }, [over]);
  if (over) return <p className="numeral text-3xl">{t('countdown.over')}</p>;
  const parts = voteCountdown(left);
  return (
    <p role="timer" aria-label={text(parts)} className="numeral flex gap-3 text-3xl">
      {parts.map(({ unit, value }) => (
        <span key={unit} aria-hidden className="flex flex-col items-center">
          <span className="rounded-sm bg-ink px-2 py-1 text-paper">{String(value).padStart(2, '0')}</span>
          <span className="mt-1 font-sans text-sm font-normal text-ink-soft">{t(`countdown.unit.${unit}`)}</span>
        </span>
      ))}
    </p>
  );
}
