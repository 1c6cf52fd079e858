import { sectionPath } from '../sections.ts';

/** What the section shows, by `view` in its address: the payments are what it opens with. */
export const views = ['payments', 'disputes', 'reconciliation'] as const;
export type View = (typeof views)[number];

export const asView = (name: string | undefined): View => views.find((view) => view === name) ?? 'payments';

export const viewPath = (view: View) =>
  view === 'payments' ? sectionPath('payments') : `${sectionPath('payments')}?view=${view}`;
