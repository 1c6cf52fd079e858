import type { Db } from '#src/platform/db.ts';
import type { Analytics } from './contract/index.ts';
import { pageOf } from './rules/page.ts';

export { analyticsRoutes } from './routes.ts';

/** A counter of page views: how often, never by whom. */
export function createAnalytics({ db }: { db: Db }): Analytics {
  return {
    async countPageView({ path, language }) {
      await db.raw(
        `insert into analytics.page_views as counted (day, page, language)
         values ((now() at time zone 'utc')::date, ?, ?)
         on conflict (day, page, language) do update set views = counted.views + 1`,
        [pageOf(path), language],
      );
    },

    async pageViews() {
      const { rows } = await db.raw<{ rows: { page: string; views: number }[] }>(
        `select page, sum(views)::bigint as views from analytics.page_views
          where day > (now() at time zone 'utc')::date - 30 group by page order by views desc, page limit 12`,
      );
      return rows;
    },
  };
}
