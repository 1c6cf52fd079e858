import { z } from 'zod';
import type { Db } from '#src/platform/db.ts';
import { languages } from '#src/shared/languages.ts';

/** What a browser sends when a page is shown to somebody who allows analytics: no cookie, nothing that tells who. */
export const PageView = z.strictObject({ path: z.string().min(1).max(500), language: z.enum(languages) });
export type PageView = z.infer<typeof PageView>;

export interface Analytics {
  /** Counts one view of a page on today's date (UTC). */
  countPageView(db: Db, view: PageView): Promise<void>;
  /** The most viewed pages of the last 30 days. */
  pageViews(db: Db): Promise<{ page: string; views: number }[]>;
}
