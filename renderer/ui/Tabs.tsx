import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

interface TabsProps<Name extends string> {
  label: string;
  value: Name;
  onChange(value: Name): void;
  tabs: { value: Name; label: string; panel: ReactNode }[];
}

/** Index tabs, as on the side of a register. */
export function Tabs<Name extends string>({ label, value, onChange, tabs }: TabsProps<Name>) {
  return (
    <Primitive.Root value={value} onValueChange={(next) => onChange(next as Name)}>
      <Primitive.List aria-label={label} className="flex gap-1 border-b-2 border-ink">
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            className="wide min-h-11 rounded-t-md border-2 border-b-0 border-transparent px-3 py-2 sm:px-5 text-ink-soft hover:text-ink data-[state=active]:border-ink data-[state=active]:bg-sheet data-[state=active]:text-ink"
          >
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.value} value={tab.value} tabIndex={-1} className="pt-6">
          {tab.panel}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
