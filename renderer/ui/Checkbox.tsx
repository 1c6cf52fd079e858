import { type ComponentProps, useId } from 'react';
import { classes } from './classes.ts';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string;
  hint?: string;
  /** What is wrong with it, next to it. */
  error?: string | undefined;
}

/** A choice that is on or off, with its hint and its error; the whole line is its touch target. */
export function Checkbox({ label, hint, error, className, ...input }: CheckboxProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 py-2">
        <input
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={classes(hint && hintId, error && errorId) || undefined}
          className={classes('size-5 shrink-0 accent-brand', error && 'ring-2 ring-danger', className)}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <p id={hintId} className="-mt-2 pl-8 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className="pl-8 text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
