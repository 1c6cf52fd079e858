import { useEffect, useRef } from 'react';
import { useTexts } from '#renderer/app/texts.ts';
import { menu, type SectionName, sectionPath } from '../sections.ts';

/** The way between the sections: beside them, or in a row above them on a phone. */
export function SectionMenu({ current }: { current: SectionName }) {
  const { t } = useTexts('admin');
  const open = useRef<HTMLAnchorElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is open
  useEffect(() => {
    open.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav aria-label={t('sections')} className="min-w-0 lg:border-r lg:border-rule lg:pr-4">
      <ul className="flex gap-1 max-lg:overflow-x-auto max-lg:border-b max-lg:border-rule lg:sticky lg:top-20 lg:flex-col">
        {menu.map((name) => (
          <li key={name}>
            <a
              ref={name === current ? open : undefined}
              href={sectionPath(name)}
              aria-current={name === current ? 'page' : undefined}
              className="flex min-h-11 items-center rounded-sm px-3 font-semibold whitespace-nowrap text-ink-soft hover:text-ink lg:min-h-10 aria-[current]:bg-ink aria-[current]:text-paper"
            >
              {t(`section.${name}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
