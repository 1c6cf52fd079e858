import type { ReactNode } from 'react';

interface BarTableProps {
  title: string;
  columns: { label: string; numeric?: boolean }[];
  rows: { key: string | number /** What the bar shows. */; size: number; cells: ReactNode[] }[];
  empty: string;
}

/** A table whose rows carry a bar on one scale, so that it is a chart as well. */
export function BarTable({ title, columns, rows, empty }: BarTableProps) {
  const most = Math.max(1, ...rows.map(({ size }) => size));
  return (
    <section className="min-w-0">
      <h3 className="text-base">{title}</h3>
      {rows.length === 0 ? (
        <p className="py-2 text-ink-soft">{empty}</p>
      ) : (
        <table className="mt-1 w-full border-collapse text-sm">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="border-b border-ink text-left">
              {columns.map(({ label, numeric }) => (
                <th key={label} scope="col" className={numeric ? 'pl-3 text-right' : undefined}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, size, cells }) => (
              <tr key={key} className="border-b border-rule align-top">
                {cells.map((cell, index) =>
                  index === 0 ? (
                    <th key={columns[index]?.label} scope="row" className="w-1/2 py-1 text-left font-normal">
                      {cell}
                      <span
                        aria-hidden
                        style={{ width: `${(100 * size) / most}%` }}
                        className="mt-0.5 block h-1.5 bg-upcoming"
                      />
                    </th>
                  ) : (
                    <td key={columns[index]?.label} className="py-1 pl-3 text-right tabular-nums">
                      {cell}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
