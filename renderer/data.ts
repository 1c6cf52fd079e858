import { render } from 'vike/abort';
import type { PageContextServer } from 'vike/types';

/** Waits for a module's answer; its `not_found` shows the 404 page. For +data.ts. */
export async function orNotFound<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw (error as { code?: string }).code === 'not_found' ? render(404) : error;
  }
}

/** The topic's number in the page's path; the 404 page where it is none. */
export function topicIdOf({ routeParams }: PageContextServer): number {
  const id = /^[1-9]\d{0,9}$/.test(routeParams.topicId ?? '') ? Number(routeParams.topicId) : 0;
  if (id === 0 || id > 2_147_483_647) throw render(404);
  return id;
}
