import { z } from 'zod';
import { defineRoute, type Route } from '#src/http/define-route.ts';
import { ById, ByTopicId } from '#src/shared/ids.ts';
import { PageQuery, pageOf } from '#src/shared/paging.ts';
import {
  CreateFreeVote,
  draftOf,
  FreeVoteCheck,
  OwnBallot,
  VoteHistoryItem,
  type VotingPages,
} from '../contract/index.ts';

type Ballots = Pick<VotingPages, 'castBallots' | 'castFreeBallot' | 'hasUsedFreeVote' | 'history'>;

export const ballotRoutes = (ballots: Ballots): Route[] => [
  defineRoute({
    method: 'get',
    path: '/api/topics/:id/ballots/mine',
    who: 'user',
    input: { params: ById },
    output: z.array(OwnBallot),
    handle: ({ params, viewer }) => ballots.castBallots(params.id, viewer.id),
  }),
  defineRoute({
    method: 'get',
    path: '/api/users/votes',
    who: 'user',
    input: { query: PageQuery },
    output: pageOf(VoteHistoryItem),
    handle: ({ query, viewer }) => ballots.history(viewer.id, query.page),
  }),
  defineRoute({
    method: 'get',
    path: '/api/check-free-vote/:topicId',
    who: 'user',
    input: { params: ByTopicId },
    output: FreeVoteCheck,
    handle: async ({ params, viewer }) => ({
      hasUsedFreeVote: await ballots.hasUsedFreeVote(params.topicId, viewer.id),
    }),
  }),
  defineRoute({
    method: 'post',
    path: '/api/create-free-vote',
    who: 'user',
    input: { body: CreateFreeVote },
    output: OwnBallot,
    status: 201,
    handle: ({ body, viewer }) => ballots.castFreeBallot(viewer, draftOf(body)),
  }),
];
