import { redirect } from 'vike/abort';
import type { PageContextServer } from 'vike/types';
import { safeReturnTo } from '#src/shared/return-to.ts';

/** Who is signed in already goes on. */
export function guard({ user, urlParsed }: PageContextServer): void {
  if (user) throw redirect(safeReturnTo(urlParsed.search.returnTo) as '/');
}
