import type { Form } from './form.ts';
import { group, integer, text } from './parameters.ts';
import { Refusal } from './refusal.ts';
import type { Kept, Shelf } from './shelf.ts';

export const pagingParameters = ['limit', 'starting_after', 'ending_before', 'created'];

export interface Page<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

/** A page of a list as Stripe gives it: newest first, at most 100. */
export function pageOf<T extends Kept>(
  shelf: Shelf<T>,
  form: Form,
  url: string,
  wanted: (item: T) => boolean,
): Page<T> {
  const limit = integer(form, 'limit') ?? 10;
  if (limit < 1 || limit > 100) {
    throw new Refusal(400, 'Invalid limit: must be between 1 and 100', { param: 'limit' });
  }
  const cursor = (name: string): string | undefined => {
    const id = text(form, name);
    if (id && !shelf.get(id))
      throw new Refusal(400, `No such cursor: '${id}'`, { code: 'resource_missing', param: name });
    return id;
  };
  const after = cursor('starting_after');
  const before = cursor('ending_before');
  const range = createdRange(form);
  const data: T[] = [];
  let hasMore = false;
  for (const item of before ? shelf.oldestFirst(before) : shelf.newestFirst(after)) {
    // In the order of creation: nothing beyond an end of the range can be within it.
    if (before ? item.created > range.until : item.created < range.from) break;
    if (item.created < range.from || item.created > range.until || !wanted(item)) continue;
    hasMore = data.length === limit;
    if (hasMore) break;
    data.push(item);
  }
  return { object: 'list', data: before ? data.reverse() : data, has_more: hasMore, url };
}

/** `created` is a time or has bounds: gt, gte, lt, lte. Whole seconds, both ends included. */
function createdRange(form: Form): { from: number; until: number } {
  if (typeof form.created === 'string') {
    const exact = integer(form, 'created') ?? 0;
    return { from: exact, until: exact };
  }
  const bounds = group(form, 'created') ?? {};
  const bound = (name: string, shift: number): number | undefined => {
    const value = integer(bounds, name);
    return value === undefined ? undefined : value + shift;
  };
  return {
    from: Math.max(bound('gte', 0) ?? 0, bound('gt', 1) ?? 0),
    until: Math.min(bound('lte', 0) ?? Infinity, bound('lt', -1) ?? Infinity),
  };
}
