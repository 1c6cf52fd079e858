import type { ReactNode } from 'react';

/** A page or panel that says why something cannot be done now, and what can be done instead. */
export function Notice({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  return (
    <section className="slip mx-auto max-w-xl p-8">
      <h2 className="text-2xl">{title}</h2>
      {children && <div className="mt-3 text-lg text-ink-soft">{children}</div>}
      {actions && <div className="mt-6 flex flex-wrap gap-3">{actions}</div>}
    </section>
  );
}
