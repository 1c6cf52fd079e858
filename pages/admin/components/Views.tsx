interface ViewsProps {
  label: string;
  views: { href: string; text: string; current: boolean }[];
}

/** The ways between the lists of one section: each has an address of its own. */
export function Views({ label, views }: ViewsProps) {
  return (
    <nav aria-label={label} className="min-w-0 print:hidden">
      <ul className="flex flex-wrap gap-x-5">
        {views.map(({ href, text, current }) => (
          <li key={href}>
            <a
              href={href}
              aria-current={current ? 'page' : undefined}
              className="flex min-h-10 items-center border-b-4 border-transparent font-semibold text-ink-soft hover:text-ink aria-[current]:border-brand aria-[current]:text-ink"
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
