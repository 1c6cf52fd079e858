import { Tabs } from 'radix-ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '#renderer/app/texts.ts';

export type SectionName = 'personal' | 'contact' | 'activity' | 'votes' | 'record' | 'account';

interface SectionsProps {
  /** Only the open one is rendered, and asks for its data then. */
  sections: { name: SectionName; content: ReactNode }[];
}

/** The side menu of the profile and what it has opened; a row above it on a phone. `#contact` leads to that section. */
export function Sections({ sections }: SectionsProps) {
  const { t } = useTexts('profile');
  const root = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useOpen(
    sections.map(({ name }) => name),
    () => root.current?.scrollIntoView(),
  );
  return (
    <Tabs.Root
      ref={root}
      value={open}
      onValueChange={(name) => setOpen(name as SectionName)}
      orientation="vertical"
      className="mt-10 grid gap-8 lg:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <Tabs.List
        aria-label={t('sections')}
        className="flex gap-1 max-lg:overflow-x-auto max-lg:border-b-2 max-lg:border-ink lg:flex-col lg:border-r lg:border-rule"
      >
        {sections.map(({ name }) => (
          <Tabs.Trigger
            key={name}
            value={name}
            className="min-h-11 px-3 py-2 text-left font-semibold whitespace-nowrap text-ink-soft hover:text-ink data-[state=active]:bg-ink data-[state=active]:text-paper"
          >
            {t(`section.${name}`)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {sections.map(({ name, content }) => (
        <Tabs.Content key={name} value={name} tabIndex={-1} className="min-w-0">
          {content}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

/** The open section: the first one, or the one that the address names, when the page opens and whenever a link does it. */
function useOpen(names: SectionName[], onFollowed: () => void) {
  const [open, setOpen] = useState(names[0]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sections of the profile are always the same
  useEffect(() => {
    const follow = () => {
      const named = names.find((name) => `#${name}` === location.hash);
      if (!named) return;
      setOpen(named);
      onFollowed();
    };
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return [open, setOpen] as const;
}
