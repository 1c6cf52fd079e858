import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';
import { formatNumber } from '#renderer/format/format.ts';
import { Button, ButtonLink } from '#renderer/ui/Button.tsx';
import { classes } from '#renderer/ui/classes.ts';
import { FormError } from '#renderer/ui/Field.tsx';
import { ScrollRegion } from '#renderer/ui/ScrollRegion.tsx';
import type { Page } from '#src/shared/paging.ts';
import { addressWith } from './asked.ts';

export interface Column<Item> {
  name: string;
  label: string;
  /** How the address sorts by it, where it can. */
  sort?: string;
  /** Numbers stand at the right, figures below figures. */
  numeric?: boolean;
  cell(item: Item): ReactNode;
}

interface DataTableProps<Item> {
  /** What the table shows, for whoever cannot see it. */
  label: string;
  /** The API's address. */
  api: `/api/${string}`;
  /** The page's address. */
  path: string;
  /** What is asked for: filters, order and page. They stand in both addresses alike. */
  asked: Record<string, unknown> & { page: number; sort?: string };
  columns: Column<Item>[];
  keyOf(item: Item): string | number;
  /** Where there is nothing. */
  empty: ReactNode;
}

/** A table of the back office, page by page. Its order, filters and page stand in the address, so that Back and a link work. */
export function DataTable<Item>({ label, api, path, asked, columns, keyOf, empty }: DataTableProps<Item>) {
  const { t } = useTexts('admin');
  const { language } = usePageContext();
  const { data: found, isPending, isError, refetch } = useApi<Page<Item>>(addressWith(api, asked));
  if (isError) {
    return (
      <div className="space-y-4 py-6">
        <FormError>{t('failed')}</FormError>
        <Button look="plain" onClick={() => void refetch()}>
          {t('again')}
        </Button>
      </div>
    );
  }
  if (isPending) return <p className="py-6 text-ink-soft">{t('loading')}</p>;
  if (found.total === 0) return <div className="border-t border-rule py-6 text-ink-soft">{empty}</div>;
  return (
    <>
      <ScrollRegion label={label}>
        <table className="w-full border-collapse text-sm">
          <thead>
            <tr className="border-b-2 border-ink text-left">
              {columns.map((column) => (
                <HeaderCell key={column.name} column={column} asked={asked} path={path} />
              ))}
            </tr>
          </thead>
          <tbody>
            {found.items.map((item) => (
              <tr key={keyOf(item)} className="border-b border-rule align-top hover:bg-sheet">
                {columns.map(({ name, numeric, cell }) => (
                  <td key={name} className={classes('px-2 py-2', numeric && 'text-right tabular-nums')}>
                    {cell(item)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <nav aria-label={t('pages')} className="mt-4 flex flex-wrap items-center justify-between gap-4">
        <p role="status" className="text-sm text-ink-soft tabular-nums">
          {t('count', { count: found.total, formatted: formatNumber(language, found.total) })}
          {found.pages > 1 && ` · ${t('page', { page: found.page, pages: formatNumber(language, found.pages) })}`}
        </p>
        {found.pages > 1 && (
          <span className="flex gap-2">
            <PageLink to={found.page - 1} found={found} path={path} asked={asked} rel="prev" text={t('previous')} />
            <PageLink to={found.page + 1} found={found} path={path} asked={asked} rel="next" text={t('next')} />
          </span>
        )}
      </nav>
    </>
  );
}

function HeaderCell<Item>({
  column: { label, sort, numeric },
  asked,
  path,
}: {
  column: Column<Item>;
  asked: DataTableProps<Item>['asked'];
  path: string;
}) {
  const { t } = useTexts('admin');
  const rising = sort !== undefined && asked.sort === sort;
  const falling = sort !== undefined && asked.sort === `-${sort}`;
  const Arrow = falling ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={rising ? 'ascending' : falling ? 'descending' : undefined}
      className={classes('px-2 py-2 font-semibold whitespace-nowrap', numeric && 'text-right')}
    >
      {sort === undefined ? (
        label
      ) : (
        <a
          href={addressWith(path, { ...asked, sort: rising ? `-${sort}` : sort, page: 1 })}
          title={t('sortBy', { column: label })}
          className="inline-flex min-h-6 items-center gap-1 underline-offset-4 hover:underline"
        >
          {label}
          {(rising || falling) && <Arrow aria-hidden size={14} />}
        </a>
      )}
    </th>
  );
}

function PageLink({
  to,
  found,
  path,
  asked,
  rel,
  text,
}: {
  to: number;
  found: Page<unknown>;
  path: string;
  asked: Record<string, unknown>;
  rel: 'prev' | 'next';
  text: string;
}) {
  if (to < 1 || to > found.pages) return null;
  return (
    <ButtonLink href={addressWith(path, { ...asked, page: to })} look="plain" size="sm" rel={rel}>
      {text}
    </ButtonLink>
  );
}
