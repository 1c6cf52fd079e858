import { render } from 'vike/abort';
import type { PageContextServer } from 'vike/types';
import { asSection, firstSection, otherLists } from './sections.ts';

/**
 * Nobody but admins gets anything of this page, its data included (specification 2, section 6). For them, what is no section,
 * or nothing of it, is the 404 page.
 */
export function guard({ user, routeParams }: PageContextServer): void {
  if (user?.role !== 'admin') throw render(403);
  const { section: named, item = '' } = routeParams;
  const section = named ? asSection(named) : firstSection;
  if (!section) throw render(404);
  const isThing = item === '' || item === 'new' || /^\d+$/.test(item);
  if (!isThing && !otherLists[section]?.includes(item)) throw render(404);
}
