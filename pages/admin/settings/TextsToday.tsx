import type { TextsToday as Texts } from '#modules/notifications/contract/index.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';

/** How much of today's budget for text messages is used. */
export function TextsToday() {
  const { t, i18n } = useTexts('admin-settings');
  const { data: texts } = useApi<Texts>('/api/admin/texts-today');
  if (!texts) return null;
  const names = new Intl.DisplayNames(i18n.language, { type: 'region' });
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <section aria-labelledby="texts-today" className="py-4">
      <h2 id="texts-today" className="text-lg">
        {t('textsToday.title')}
      </h2>
      <p className="text-ink-soft">
        {t('textsToday.total', { count: texts.total, texts: number.format(texts.total) })}
      </p>
      {texts.countries.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1 tabular-nums">
          {texts.countries.map(({ country, texts: used }) => (
            // Browser and server may know a country by different names.
            <li key={country} suppressHydrationWarning>
              {names.of(country)} <strong>{number.format(used)}</strong>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
