import type { ReactNode } from 'react';

interface SectionProps {
  id: string;
  title: string;
  children: ReactNode;
}

/** A part of the results below the ranking, under a rule of its own. */
export function Section({ id, title, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="mt-14">
      <h2 id={id} className="double-rule pt-4 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
