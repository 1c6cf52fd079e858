/** The sections of the back office, in the order of the menu. Each has a folder beside this file and a namespace `admin-<name>`. */
export const sectionNames = [
  'dashboard',
  'overview',
  'topics',
  'choices',
  'articles',
  'users',
  'payments',
  'ledger',
  'awards',
  'activity',
  'trending',
  'emails',
  'jobs',
  'settings',
] as const;
export type SectionName = (typeof sectionNames)[number];

/** Lists of a section beside its first one, by the word in their address. */
export const otherLists: Partial<Record<SectionName, readonly string[]>> = { users: ['deletions', 'cards'] };

/** The section that an address without one opens. */
export const firstSection: SectionName = 'dashboard';

/** Those that no menu leads to. */
const unlisted: readonly SectionName[] = ['overview'];
export const menu = sectionNames.filter((name) => !unlisted.includes(name));

export const asSection = (name: string | undefined) => sectionNames.find((known) => known === name);

/** A section's address, or that of one of its things. */
export const sectionPath = (name: SectionName, item?: string | number) =>
  name === firstSection && item === undefined ? '/admin' : `/admin/${name}${item === undefined ? '' : `/${item}`}`;
