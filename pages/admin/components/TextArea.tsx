import { type ComponentProps, useId } from 'react';
import { classes } from '#renderer/ui/classes.ts';
import { inputClasses } from '#renderer/ui/Field.tsx';

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
  hint?: string;
  /** What is wrong with it, below it. */
  error?: string | undefined;
}

/** A labelled text of several lines, as `Field` is for one. */
export function TextArea({ label, hint, error, className, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <textarea
        rows={4}
        {...area}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={classes(hint && `${id}-hint`, error && `${id}-error`) || undefined}
        className={inputClasses(Boolean(error), className)}
      />
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
