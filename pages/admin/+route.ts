import { asSection, firstSection } from './sections.ts';

/** /admin, /admin/{section}, and /admin/{section}/{item} for one of its things (a number, or 'new'). */
export default function route({ urlPathname }: { urlPathname: string }) {
  const found = /^\/admin(?:\/([a-z]+)(?:\/(new|[1-9]\d{0,9}))?)?$/.exec(urlPathname);
  const section = found && (found[1] === undefined ? firstSection : asSection(found[1]));
  return section ? { routeParams: { section, item: found?.[2] ?? '' } } : false;
}
