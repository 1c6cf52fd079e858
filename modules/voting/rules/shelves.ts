import { type Category, categories } from './categories.ts';

interface Shelved {
  category: Category;
  isActive: number;
  isFeatured: number;
}

/** How many topics 'Trending Now' holds (specification 1, section 9). */
const trendingMax = 12;

export type ShelfName = 'trending' | 'featured' | Category;

/** The home page's rows in their order (specification 1, section 2); a row without topics is left out. */
export function shelvesOf<T extends Shelved>(topics: readonly T[]): { name: ShelfName; topics: T[] }[] {
  const shelves: { name: ShelfName; topics: T[] }[] = [
    { name: 'trending', topics: topics.filter((topic) => topic.isActive === 1).slice(0, trendingMax) },
    { name: 'featured', topics: topics.filter((topic) => topic.isFeatured === 1) },
    ...categories.map((name) => ({ name, topics: topics.filter((topic) => topic.category === name) })),
  ];
  return shelves.filter((shelf) => shelf.topics.length > 0);
}
