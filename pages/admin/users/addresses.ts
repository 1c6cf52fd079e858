import { addressWith } from '../components/asked.ts';
import { sectionPath } from '../sections.ts';

/** What the section asks the API for. */
export const apis = {
  users: '/api/users',
  user: '/api/admin/users',
  deletions: '/api/admin/account-actions',
  cards: '/api/admin/shared-cards',
} as const;

/** The first of the deletions that wait: they stand above the table. */
export const firstDeletions = addressWith(apis.deletions, { state: 'waiting' });

/** The section's lists, and a user's own page. */
export const usersPath = sectionPath('users');
export const deletionsPath = sectionPath('users', 'deletions');
export const cardsPath = sectionPath('users', 'cards');
export const newUserPath = sectionPath('users', 'new');
export const userPath = (id: number) => sectionPath('users', id);
