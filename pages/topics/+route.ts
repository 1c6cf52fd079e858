import { listNames } from '#modules/voting/rules/shelves.ts';

/** /topics (all of them), /topics/{list} ('See all' of a row), and /results (those with results to see). */
export default function route({ urlPathname }: { urlPathname: string }) {
  if (urlPathname === '/results') return { routeParams: { list: 'results' } };
  if (urlPathname === '/topics') return { routeParams: { list: 'all' } };
  const list = /^\/topics\/([a-z]+)$/.exec(urlPathname)?.[1];
  const known = listNames.some((name) => name === list && name !== 'all' && name !== 'results');
  return known && list ? { routeParams: { list } } : false;
}
