import { useTexts } from '#renderer/app/texts.ts';
import { useHydrated } from '#renderer/format/clock.ts';

/** The day of a moment, where its hour would only take room: of UTC from the server, of the reader's zone after that. */
export function Day({ moment }: { moment: string }) {
  const { i18n } = useTexts();
  const hydrated = useHydrated();
  const format = new Intl.DateTimeFormat(i18n.language, {
    dateStyle: 'medium',
    ...(hydrated ? {} : { timeZone: 'UTC' }),
  });
  return (
    <time dateTime={moment} className="whitespace-nowrap tabular-nums">
      {format.format(new Date(moment))}
    </time>
  );
}
