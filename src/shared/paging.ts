import { z } from 'zod';
import { Digits } from './ids.ts';

/** Which page of a list is asked for, from 1 on. */
export const PageQuery = z.object({
  page: Digits.pipe(z.int().min(1, 'invalid').max(10_000, 'invalid')).default(1),
});

/** One page of a list; `pages` is 0 where there is nothing. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), total: z.int(), page: z.int(), pages: z.int() });

export interface Page<Item> {
  items: Item[];
  total: number;
  page: number;
  pages: number;
}

/** Rows on one page of the back office's tables. */
export const tablePageSize = 25;

/** The order of a table: one of the columns, rising, or falling with a '-' before it. */
export const sortBy = <Column extends string>(
  columns: readonly [Column, ...Column[]],
  initially: Column | `-${Column}`,
) =>
  z
    .enum(
      columns.flatMap((column) => [column, `-${column}`] as const) as [
        Column | `-${Column}`,
        ...(Column | `-${Column}`)[],
      ],
      'invalid',
    )
    .default(initially as never);

/** A sort as SQL takes it. */
export function orderOf<Column extends string>(
  sort: Column | `-${Column}`,
): { column: Column; direction: 'asc' | 'desc' } {
  return sort.startsWith('-')
    ? { column: sort.slice(1) as Column, direction: 'desc' }
    : { column: sort as Column, direction: 'asc' };
}

/** One page of a table, from the rows of that page and how many there are in all. */
export function pageFrom<Item>(items: Item[], total: number, page: number): Page<Item> {
  return { items, total, page, pages: Math.ceil(total / tablePageSize) };
}
