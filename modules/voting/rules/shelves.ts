import { type SeasonName, seasonNames } from '#src/shared/seasons.ts';
import { type Category, categories } from './categories.ts';

/** The home page's rows in their order (specification 1, section 2). */
export const shelfNames = ['trending', 'featured', ...categories] as const;
export type ShelfName = 'trending' | 'featured' | Category;

/** How many topics a row holds (decision 2); the others are behind 'See all'. */
export const shelfMax = 12;

/** What can be listed page by page: everything, what a row of the home page begins, a sport, what has results to see. */
export const listNames = ['all', ...shelfNames, ...seasonNames, 'results'] as const;
export type ListName = 'all' | ShelfName | SeasonName | 'results';

/** Topics on one page of a list. */
export const listPageSize = 24;
