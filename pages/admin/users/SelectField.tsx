import { type ComponentProps, useId } from 'react';
import { classes } from '#renderer/ui/classes.ts';
import { inputClasses } from '#renderer/ui/Field.tsx';

interface SelectFieldProps extends ComponentProps<'select'> {
  label: string;
  hint: string;
  options: { value: string; label: string }[];
  /** What is wrong with it, next to it. */
  error?: string | undefined;
}

/** A labelled choice with its hint and its error. */
export function SelectField({ label, hint, options, error, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <select
        {...select}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={classes(`${id}-hint`, error && `${id}-error`)}
        className={inputClasses(Boolean(error))}
      >
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className="mt-1 text-sm text-ink-soft">
        {hint}
      </p>
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
