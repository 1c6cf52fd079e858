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

/** Waits for a module's answer; its `not_found` is null. For +data.ts. */
export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if ((error as { code?: string }).code === 'not_found') return null;
    throw error;
  }
}

/** The number that stands in an address; 0 where it is none. */
export function idOf(text: string | undefined): number {
  const id = /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : 0;
  return id > 2_147_483_647 ? 0 : id;
}

/** The topic's number in the page's path; the 404 page where it is none. */
export function topicIdOf({ routeParams }: PageContextServer): number {
  const id = idOf(routeParams.topicId);
  if (id === 0) throw render(404);
  return id;
}
