import { z } from 'zod';

/** Which page of a list is asked for, from 1 on. */
export const PageQuery = z.object({
  page: z.coerce.number('invalid').int('invalid').min(1, 'invalid').max(10_000, 'invalid').default(1),
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
