const pages = [
  '/',
  '/vote/:id',
  '/results',
  '/results/:id',
  '/results/:id/recount',
  '/topics',
  '/topics/:list',
  '/login',
  '/register',
  '/verify',
  '/profile',
  '/how-it-works',
  '/about',
  '/help',
  '/privacy-policy',
  '/terms-of-service',
  '/cookies-policy',
];

const patterns = pages.map((page) => ({ page, pattern: new RegExp(`^${page.replace(/:\w+/, '[^/]+')}$`) }));

/** The page that a path shows, without what it is about, so that there are few; 'other' where it is none that is counted. */
export function pageOf(path: string): string {
  return patterns.find(({ pattern }) => pattern.test(path))?.page ?? 'other';
}
