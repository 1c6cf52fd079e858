import { asSection, firstSection, otherLists } from './sections.ts';

/** /admin, /admin/{section}, and /admin/{section}/{item}: one of its things (a number, or 'new'), or another list. */
export default function route({ urlPathname }: { urlPathname: string }) {
  const found = /^\/admin(?:\/([a-z]+)(?:\/([a-z]+|[1-9]\d{0,9}))?)?$/.exec(urlPathname);
  const section = found && (found[1] === undefined ? firstSection : asSection(found[1]));
  if (!section) return false;
  const item = found[2] ?? '';
  const isKnown = item === 'new' || !/^[a-z]/.test(item) || otherLists[section]?.includes(item);
  return isKnown ? { routeParams: { section, item } } : false;
}
