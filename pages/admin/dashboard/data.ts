import type { PageContextServer } from 'vike/types';
import { idOf, orNull } from '#renderer/data/data.ts';

/** The figures, and how a chosen topic stands. */
export async function data({ modules, urlParsed, user }: PageContextServer) {
  const stats = { '/api/admin/stats': await modules.admin.stats() } as const;
  const id = idOf(urlParsed.search.topic);
  const topic = id === 0 ? null : await orNull(modules.voting.topic(id));
  if (!topic) return stats; // none is chosen, or it is not there: the page says so
  const [results, topicStats] = await Promise.all([modules.voting.results(id, user), modules.site.stats(id, user)]);
  return {
    ...stats,
    [`/api/topics/${id}`]: topic,
    [`/api/topics/${id}/results`]: results,
    [`/api/topics/${id}/stats`]: topicStats,
  };
}
