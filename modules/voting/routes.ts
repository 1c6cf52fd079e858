import { z } from 'zod';
import { defineRoute, type Route } from '#src/http/define-route.ts';
import { ById, IdInAddress } from '#src/shared/ids.ts';
import { PageQuery, pageOf } from '#src/shared/paging.ts';
import {
  Choice,
  CreateFreeVote,
  draftOf,
  FreeVoteCheck,
  HeadToHead,
  Home,
  ListTopics,
  OwnBallot,
  ResultRow,
  Topic,
  TopicCard,
  TopicList,
  TopicStats,
  VoteHistoryItem,
  type Voting,
} from './contract/index.ts';

const ByTopicId = z.object({ topicId: IdInAddress });

export function votingRoutes(voting: Voting): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/topics',
      who: 'anyone',
      output: z.array(TopicCard),
      handle: () => voting.topics(),
    }),
    defineRoute({
      method: 'get',
      path: '/api/topics/home',
      who: 'anyone',
      output: Home,
      handle: () => voting.home(),
    }),
    defineRoute({
      method: 'get',
      path: '/api/topics/list',
      who: 'anyone',
      input: { query: ListTopics },
      output: TopicList,
      handle: ({ query }) => voting.list(query),
    }),
    defineRoute({
      method: 'get',
      path: '/api/topics/:id',
      who: 'anyone',
      input: { params: ById },
      output: Topic,
      handle: ({ params }) => voting.topic(params.id),
    }),
    defineRoute({
      method: 'get',
      path: '/api/topics/:id/results',
      who: 'anyone',
      input: { params: ById },
      output: z.array(ResultRow),
      handle: ({ params, viewer }) => voting.results(params.id, viewer),
    }),
    defineRoute({
      method: 'get',
      path: '/api/topics/:id/stats',
      who: 'anyone',
      input: { params: ById },
      output: TopicStats,
      handle: ({ params, viewer }) => voting.stats(params.id, viewer),
    }),
    defineRoute({
      method: 'get',
      path: '/api/topics/:id/head-to-head',
      who: 'anyone',
      input: { params: ById },
      output: HeadToHead,
      handle: ({ params, viewer }) => voting.headToHead(params.id, viewer),
    }),
    defineRoute({
      method: 'get',
      path: '/api/topics/:id/ballots/mine',
      who: 'user',
      input: { params: ById },
      output: z.array(OwnBallot),
      handle: ({ params, viewer }) => voting.ownBallots(params.id, viewer.id),
    }),
    defineRoute({
      method: 'get',
      path: '/api/choices/:topicId',
      who: 'anyone',
      input: { params: ByTopicId },
      output: z.array(Choice),
      handle: async ({ params }) => (await voting.topic(params.topicId)).choices,
    }),
    defineRoute({
      method: 'get',
      path: '/api/users/votes',
      who: 'user',
      input: { query: PageQuery },
      output: pageOf(VoteHistoryItem),
      handle: ({ query, viewer }) => voting.history(viewer.id, query.page),
    }),
    defineRoute({
      method: 'get',
      path: '/api/check-free-vote/:topicId',
      who: 'user',
      input: { params: ByTopicId },
      output: FreeVoteCheck,
      handle: async ({ params, viewer }) => ({
        hasUsedFreeVote: await voting.hasUsedFreeVote(params.topicId, viewer.id),
      }),
    }),
    defineRoute({
      method: 'post',
      path: '/api/create-free-vote',
      who: 'user',
      input: { body: CreateFreeVote },
      output: OwnBallot,
      status: 201,
      handle: ({ body, viewer }) => voting.castFreeBallot(viewer, draftOf(body)),
    }),
  ];
}
