import type { ComponentProps } from 'react';
import { classes } from './classes.ts';

type Look = 'action' | 'plain' | 'quiet';
type Size = 'md' | 'sm' | 'icon';

const base =
  'inline-flex items-center justify-center gap-2 rounded-sm border-2 font-semibold text-center transition-colors duration-150 ' +
  'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55';

const looks: Record<Look, string> = {
  action: 'border-brand bg-brand text-on-brand hover:border-brand-strong hover:bg-brand-strong',
  plain: 'border-ink bg-transparent text-ink hover:bg-ink hover:text-paper',
  quiet: 'border-transparent bg-transparent text-ink hover:bg-brand-wash',
};

const sizes: Record<Size, string> = { md: 'min-h-11 px-5 py-2', sm: 'min-h-10 px-3 py-1 text-sm', icon: 'size-11' };

export function buttonClasses(look: Look = 'action', size: Size = 'md', extra?: string): string {
  return classes(base, looks[look], sizes[size], extra);
}

interface ButtonProps extends ComponentProps<'button'> {
  look?: Look;
  size?: Size;
  /** Something is under way: the button stays in place and says so to assistive technology. */
  busy?: boolean;
}

/** One action a view has `action`; the others are `plain` or `quiet`. */
export function Button({ look, size, busy, className, type = 'button', onClick, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      // Not `disabled` while busy: that would take the focus away.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      className={buttonClasses(look, size, className)}
    />
  );
}

interface ButtonLinkProps extends ComponentProps<'a'> {
  look?: Look;
  size?: Size;
}

export function ButtonLink({ look, size, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={buttonClasses(look, size, className)}>
      {children}
    </a>
  );
}
