import { z } from 'zod';
import { defineRoute, type Route } from '#src/http/define-route.ts';
import { ById } from '#src/shared/ids.ts';
import { HeadToHead, ResultRow, type VotingPages } from '../contract/index.ts';

export const resultRoutes = (results: Pick<VotingPages, 'results' | 'headToHead'>): Route[] => [
  defineRoute({
    method: 'get',
    path: '/api/topics/:id/results',
    who: 'anyone',
    input: { params: ById },
    output: z.array(ResultRow),
    handle: ({ params, viewer }) => results.results(params.id, viewer),
  }),
  defineRoute({
    method: 'get',
    path: '/api/topics/:id/head-to-head',
    who: 'anyone',
    input: { params: ById },
    output: HeadToHead,
    handle: ({ params, viewer }) => results.headToHead(params.id, viewer),
  }),
];
