import type { ReactNode } from 'react';

interface NoticeProps {
  title: string;
  /** 'h1' where the notice is the whole page. */
  heading?: 'h1' | 'h2';
  children?: ReactNode;
  actions?: ReactNode;
}

/** A page or panel that says why something cannot be done now, and what can be done instead. */
export function Notice({ title, heading: Heading = 'h2', children, actions }: NoticeProps) {
  return (
    <section className="slip mx-auto max-w-xl p-8">
      <Heading className="text-2xl">{title}</Heading>
      {children && <div className="mt-3 text-lg text-ink-soft">{children}</div>}
      {actions && <div className="mt-6 flex flex-wrap gap-3">{actions}</div>}
    </section>
  );
}
