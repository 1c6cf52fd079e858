import type { ListTopics } from '#modules/voting/contract/index.ts';

/** The API's address of one page of a list: what the server has rendered with, and what the browser asks for again. */
export function listAddress({ list, q, page }: ListTopics): `/api/${string}` {
  return `/api/topics/list?${new URLSearchParams({ list, ...(q && { q }), ...(page > 1 && { page: String(page) }) })}`;
}

/** The page's address of one page of a list. */
export function listPath({ list, q, page }: ListTopics): string {
  const path = list === 'results' ? '/results' : list === 'all' ? '/topics' : `/topics/${list}`;
  const query = new URLSearchParams({ ...(q && { q }), ...(page > 1 && { page: String(page) }) }).toString();
  return query ? `${path}?${query}` : path;
}

/** What an address asks for: parts that make no sense count as left out. */
export function wantedOf(list: string | undefined, search: Record<string, string | undefined>): ListTopics {
  const page = /^[1-9]\d{0,2}$/.test(search.page ?? '') ? Number(search.page) : 1;
  return { list: (list ?? 'all') as ListTopics['list'], q: (search.q ?? '').trim().slice(0, 100), page };
}
