import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { Fragment } from 'react';
import { classes } from './classes.ts';
import type { Trigger } from './OnFirstUse.tsx';

/** Leads somewhere, or does something; one of several to choose from has `checked`. */
export interface MenuItem {
  label: string;
  lang?: string;
  href?: string;
  checked?: boolean;
  onSelect?(): void;
}

export interface MenuProps {
  trigger: Trigger;
  heading?: string;
  items(): MenuItem[];
}

const row =
  'flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-sm px-3 outline-none data-highlighted:bg-brand-wash';

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
        collisionPadding={8}
        className="z-50 max-h-[min(70dvh,100dvh-var(--covered,0px)-5rem)] min-w-48 animate-rise overflow-y-auto rounded-sm border-2 border-ink bg-sheet p-1 text-ink shadow-lift"
      >
        {heading && (
          <Fragment>
            <DropdownMenu.Label className="px-3 py-2 text-sm text-ink-soft">{heading}</DropdownMenu.Label>
            <DropdownMenu.Separator className="mb-1 border-t border-rule" />
          </Fragment>
        )}
        {items().map(({ label, lang, href, checked, onSelect }) =>
          href ? (
            <DropdownMenu.Item key={label} asChild>
              <a href={href} className={row}>
                {label}
              </a>
            </DropdownMenu.Item>
          ) : (
            <DropdownMenu.CheckboxItem
              key={label}
              lang={lang}
              checked={checked ?? false}
              role={checked === undefined ? 'menuitem' : 'menuitemradio'}
              aria-checked={checked}
              onSelect={onSelect}
              className={classes(row, checked && 'font-semibold')}
            >
              {label}
              {checked && <Check aria-hidden size={18} />}
            </DropdownMenu.CheckboxItem>
          ),
        )}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
