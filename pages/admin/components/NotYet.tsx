import type { ReactNode } from 'react';
import { ButtonLink } from '#renderer/ui/Button.tsx';
import { Notice } from '#renderer/ui/Notice.tsx';
import { sectionPath } from '../sections.ts';

/** Stands for a section of which this release has nothing yet, says so, and leads on to the topics. */
export function NotYet({ title, topics, children }: { title: string; topics: string; children: ReactNode }) {
  return (
    <Notice
      title={title}
      actions={
        <ButtonLink href={sectionPath('topics')} look="plain">
          {topics}
        </ButtonLink>
      }
    >
      {children}
    </Notice>
  );
}
