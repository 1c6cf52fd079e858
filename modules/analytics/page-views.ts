import type { Analytics } from './contract/index.ts';
import { pageOf } from './rules/page.ts';

/** A counter of page views: how often, never by whom. */
export const pageViewCounts: Analytics = {
  async countPageView(db, { path, language }) {
    await db.raw(
      `insert into analytics.page_views as counted (day, page, language)
       values ((now() at time zone 'utc')::date, ?, ?)
       on conflict (day, page, language) do update set views = counted.views + 1`,
      [pageOf(path), language],
    );
  },

  async pageViews(db) {
    const { rows } = await db.raw<{ rows: { page: string; views: number }[] }>(
      `select page, sum(views)::bigint as views from analytics.page_views
        where day > (now() at time zone 'utc')::date - 30 group by page order by views desc, page limit 12`,
    );
    return rows;
  },
};
