import { render } from 'vike/abort';
import type { PageContextServer } from 'vike/types';

/** Nobody but admins gets anything of this page, its data included (specification 2, section 6). */
export function guard({ user }: PageContextServer): void {
  if (user?.role !== 'admin') throw render(403);
}
