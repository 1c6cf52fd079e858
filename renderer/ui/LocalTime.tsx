import { useTexts } from '#renderer/app/texts.ts';
import { useHydrated } from '../format/clock.ts';

/** A moment: in UTC from the server, in the visitor's zone once the browser knows it (decision 2). */
export function LocalTime({ moment }: { moment: string }) {
  const { i18n } = useTexts();
  const hydrated = useHydrated();
  const text = new Intl.DateTimeFormat(i18n.language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(hydrated ? {} : { timeZone: 'UTC' }),
  }).format(new Date(moment));
  return (
    <time dateTime={moment} className="tabular-nums">
      {text}
      {!hydrated && ' UTC'}
    </time>
  );
}
