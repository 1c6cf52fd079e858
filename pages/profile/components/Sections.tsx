import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export type SectionName = 'personal' | 'contact' | 'activity' | 'votes' | 'account';

interface SectionsProps {
  /** Only the open one is rendered, and asks for its data then. */
  sections: { name: SectionName; content: ReactNode }[];
}

/** The side menu of the profile and what it has opened; a row above it on a phone. */
export function Sections({ sections }: SectionsProps) {
  const { t } = useTranslation('profile');
  return (
    <Tabs.Root
      defaultValue={sections[0]?.name}
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
