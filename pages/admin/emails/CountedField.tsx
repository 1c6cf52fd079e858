import { useId } from 'react';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { formatNumber } from '#renderer/format/format.ts';
import { classes } from '#renderer/ui/classes.ts';
import { inputClasses } from '#renderer/ui/Field.tsx';

interface CountedFieldProps {
  label: string;
  value: string;
  max: number;
  /** Lines; one is an input. */
  rows: number;
  lang: string;
  required: boolean;
  error: string | undefined;
  onChange(typed: string): void;
}

/** A text with a counter. It takes more than it may hold, so that nothing that is pasted is lost unseen. */
export function CountedField({ label, value, max, rows, error, onChange, ...input }: CountedFieldProps) {
  const { t } = useTexts('admin-emails');
  const { language } = usePageContext();
  const id = useId();
  const length = value.trim().length;
  const over = length > max;
  const common = {
    ...input,
    id,
    value,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
    'aria-invalid': over || error ? true : undefined,
    'aria-describedby': classes(`${id}-count`, error && `${id}-error`),
    className: inputClasses(over || error !== undefined),
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      {rows === 1 ? <input {...common} /> : <textarea {...common} rows={rows} />}
      <p
        id={`${id}-count`}
        className={classes(
          'mt-1 text-right text-sm tabular-nums',
          over ? 'font-semibold text-danger' : 'text-ink-soft',
        )}
      >
        {t('characters', { length: formatNumber(language, length), max: formatNumber(language, max) })}
      </p>
      {error && (
        <p id={`${id}-error`} className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
