import { defineRoute, type Route } from '#src/http/define-route.ts';
import { ById } from '#src/shared/ids.ts';
import { type Site, TopicStats } from '../contract/index.ts';

export const cardRoutes = ({ stats }: Pick<Site, 'stats'>): Route[] => [
  defineRoute({
    method: 'get',
    path: '/api/topics/:id/stats',
    who: 'anyone',
    input: { params: ById },
    output: TopicStats,
    handle: ({ params, viewer }) => stats(params.id, viewer),
  }),
];
