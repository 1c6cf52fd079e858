import { z } from 'zod';
import { defineRoute, type Route } from '#src/http/define-route.ts';
import { ById } from '#src/shared/ids.ts';
import { PageQuery, pageOf } from '#src/shared/paging.ts';
import { OwnAccuracy, type Prizes, RecordItem, RecordSummary, TopicPrizes } from '../contract/index.ts';

export function prizeRoutes(prizes: Prizes): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/topics/:id/prizes',
      who: 'anyone',
      input: { params: ById },
      output: TopicPrizes,
      handle: ({ params, viewer }) => prizes.ofTopic(params.id, viewer),
    }),
    defineRoute({
      method: 'get',
      path: '/api/topics/:id/accuracies/mine',
      who: 'user',
      input: { params: ById },
      output: z.array(OwnAccuracy),
      handle: ({ params, viewer }) => prizes.ownAccuracies(params.id, viewer.id),
    }),
    defineRoute({
      method: 'get',
      path: '/api/users/record',
      who: 'user',
      input: { query: PageQuery },
      output: pageOf(RecordItem),
      handle: ({ query, viewer }) => prizes.record(viewer.id, query.page),
    }),
    defineRoute({
      method: 'get',
      path: '/api/users/record/summary',
      who: 'user',
      output: RecordSummary,
      handle: ({ viewer }) => prizes.recordSummary(viewer.id),
    }),
  ];
}
