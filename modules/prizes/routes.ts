import { Readable } from 'node:stream';
import { z } from 'zod';
import { defineRoute, FileAnswer, type Route } from '../../src/http/define-route.ts';
import { Id } from '../../src/shared/ids.ts';
import { PageQuery, pageOf } from '../../src/shared/paging.ts';
import {
  AdminAward,
  awardStates,
  OwnAccuracy,
  type Prizes,
  RecordItem,
  RecordSummary,
  TopicPrizes,
  WithholdAward,
} from './contract.ts';

const ById = z.object({ id: Id });
const AwardsQuery = z.object({ ...PageQuery.shape, state: z.enum(awardStates, 'invalid').optional() });

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
      path: '/api/topics/:id/bundle',
      who: 'anyone',
      limits: [{ name: 'bundle', points: 60, seconds: 3_600, by: 'address' }],
      input: { params: ById },
      output: z.never(),
      async handle({ params }) {
        const body = Readable.from(await prizes.bundle(params.id));
        return new FileAnswer({ body, type: 'application/json; charset=utf-8' }, { immutable: true });
      },
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
    defineRoute({
      method: 'get',
      path: '/api/admin/awards',
      who: 'admin',
      input: { query: AwardsQuery },
      output: pageOf(AdminAward),
      handle: ({ query }) => prizes.awards(query),
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/awards/:id/paid',
      who: 'admin',
      input: { params: ById },
      output: z.object({}),
      async handle({ params, viewer }) {
        await prizes.markPaid(viewer, params.id);
        return {};
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/awards/:id/withhold',
      who: 'admin',
      input: { params: ById, body: WithholdAward },
      output: z.object({}),
      async handle({ params, body, viewer }) {
        await prizes.withhold(viewer, params.id, body.reason);
        return {};
      },
    }),
  ];
}
