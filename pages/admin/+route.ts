/**
 * /admin, /admin/{section}, and /admin/{section}/{item}: one of its things (a number, or 'new'), or another list. Whether there
 * are such is for the guard to say: this stands in every page's script.
 */
export default function route({ urlPathname }: { urlPathname: string }) {
  const found = /^\/admin(?:\/([a-z]+)(?:\/([a-z]+|[1-9]\d{0,9}))?)?$/.exec(urlPathname);
  return found ? { routeParams: { section: found[1] ?? '', item: found[2] ?? '' } } : false;
}
