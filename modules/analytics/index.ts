import type { Db } from '#src/platform/db.ts';
import { pageViewCounts } from './page-views.ts';
import { analyticsRoutes } from './routes.ts';

/** How often each page is viewed. */
export const createAnalytics = ({ db }: { db: Db }) => ({
  api: pageViewCounts,
  routes: analyticsRoutes(db, pageViewCounts),
});
