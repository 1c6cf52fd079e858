import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { Fragment } from 'react';
import { classes } from './classes.ts';
import type { Trigger } from './OnFirstUse.tsx';

export interface MenuProps {
  trigger: Trigger;
  heading?: string;
  items: { label: string; lang?: string; checked?: boolean; onSelect(): void }[];
}

/** In place, not in a portal: it stays inside the landmark of its button. */
export default function MenuPopup({ trigger, heading, items }: MenuProps) {
  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger className={trigger.className} aria-label={trigger.label}>
        {trigger.children}
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={6}
        className="z-50 min-w-48 animate-rise rounded-sm border-2 border-ink bg-sheet p-1 text-ink shadow-lift"
      >
        {heading && (
          <Fragment>
            <DropdownMenu.Label className="px-3 py-2 text-sm text-ink-soft">{heading}</DropdownMenu.Label>
            <DropdownMenu.Separator className="mb-1 border-t border-rule" />
          </Fragment>
        )}
        {items.map(({ label, lang, checked, onSelect }) => (
          <DropdownMenu.CheckboxItem
            key={label}
            lang={lang}
            checked={checked ?? false}
            role={checked === undefined ? 'menuitem' : 'menuitemradio'}
            aria-checked={checked}
            onSelect={onSelect}
            className={classes(
              'flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-sm px-3 outline-none data-highlighted:bg-brand-wash',
              checked && 'font-semibold',
            )}
          >
            {label}
            {checked && <Check aria-hidden size={18} />}
          </DropdownMenu.CheckboxItem>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
