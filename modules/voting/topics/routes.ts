import { z } from 'zod';
import { defineRoute, type Route } from '#src/http/define-route.ts';
import { ById, ByTopicId } from '#src/shared/ids.ts';
import { Choice, Topic, type VotingPages } from '../contract/index.ts';

export const topicRoutes = ({ topic }: Pick<VotingPages, 'topic'>): Route[] => [
  defineRoute({
    method: 'get',
    path: '/api/topics/:id',
    who: 'anyone',
    input: { params: ById },
    output: Topic,
    handle: ({ params }) => topic(params.id),
  }),
  defineRoute({
    method: 'get',
    path: '/api/choices/:topicId',
    who: 'anyone',
    input: { params: ByTopicId },
    output: z.array(Choice),
    handle: async ({ params }) => (await topic(params.topicId)).choices,
  }),
];
