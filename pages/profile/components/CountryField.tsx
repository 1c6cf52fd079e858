import { useId, useMemo } from 'react';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { classes } from '#renderer/ui/classes.ts';
import { countries } from '#src/shared/countries.ts';

interface CountryFieldProps {
  name: string;
  value: string | null;
  error: string | undefined;
}

/** A country by its name in the page's language, in that language's order. */
export function CountryField({ name, value, error }: CountryFieldProps) {
  const { t } = useTexts('profile');
  const { language } = usePageContext();
  const id = useId();
  const named = useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    const order = new Intl.Collator(language);
    const all = countries.map((code) => ({ code, text: names.of(code) ?? code }));
    return all.sort((a, b) => order.compare(a.text, b.text));
  }, [language]);
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {t('field.country')}
      </label>
      <select
        id={id}
        name={name}
        defaultValue={value ?? ''}
        autoComplete="country"
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
        className={classes(
          'block min-h-11 w-full rounded-sm border-2 bg-sheet px-3 text-ink',
          error ? 'border-danger' : 'border-field',
        )}
      >
        <option value="">{t('field.choose')}</option>
        {named.map(({ code, text }) => (
          <option key={code} value={code}>
            {text}
          </option>
        ))}
      </select>
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
