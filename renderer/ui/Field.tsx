import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  hint?: string;
  /** What is wrong with it, next to it. */
  error?: ReactNode;
  /** A button of 44 px inside of the input's end; `className` keeps the room for it. */
  action?: ReactNode;
}

/** What an input looks like, of whatever kind it is. */
export function inputClasses(wrong: boolean, extra?: string): string {
  return classes(
    'block min-h-11 w-full rounded-sm border-2 bg-sheet px-3 py-2 text-ink',
    wrong ? 'border-danger' : 'border-field',
    extra,
  );
}

/** A labelled input with its hint and its error, tied together for assistive technology. */
export function Field({ label, hint, error, action, className, ...input }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={classes(hint && hintId, error ? errorId : null) || undefined}
          className={inputClasses(Boolean(error), className)}
        />
        {action && <div className="absolute top-0 right-0">{action}</div>}
      </div>
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
export function FormError({ title, children }: { title?: string; children: string | undefined }) {
  if (!children) return null;
  return (
    <div role="alert" className="border-l-4 border-danger bg-sheet px-3 py-2 text-danger">
      {title && <p className="font-bold">{title}</p>}
      <p className={title ? undefined : 'font-semibold'}>{children}</p>
    </div>
  );
}
