import { type ComponentProps, useId } from 'react';
import { classes } from './classes.ts';

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  hint?: string;
  /** What is wrong with it, next to it. */
  error?: string | undefined;
}

/** A labelled input with its hint and its error, tied together for assistive technology. */
export function Field({ label, hint, error, className, ...input }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <input
        {...input}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={classes(hint && hintId, error && errorId) || undefined}
        className={classes(
          'block min-h-11 w-full rounded-sm border-2 bg-sheet px-3 py-2 text-ink',
          error ? 'border-danger' : 'border-field',
          className,
        )}
      />
      {hint && (
        <p id={hintId} className="mt-1 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className="mt-1 text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

/** An error of a whole form or action, read out when it appears. */
export function FormError({ children }: { children: string | undefined }) {
  if (!children) return null;
  return (
    <p role="alert" className="border-l-4 border-danger bg-sheet px-3 py-2 font-semibold text-danger">
      {children}
    </p>
  );
}
