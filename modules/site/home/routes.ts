import { z } from 'zod';
import { ListTopics } from '#modules/voting/contract/index.ts';
import { defineRoute, type Route } from '#src/http/define-route.ts';
import { Home, type Site, TopicCard, TopicList } from '../contract/index.ts';

export const homeRoutes = (home: Pick<Site, 'topics' | 'home' | 'list'>): Route[] => [
  defineRoute({
    method: 'get',
    path: '/api/topics',
    who: 'anyone',
    output: z.array(TopicCard),
    handle: () => home.topics(),
  }),
  defineRoute({
    method: 'get',
    path: '/api/topics/home',
    who: 'anyone',
    output: Home,
    handle: () => home.home(),
  }),
  defineRoute({
    method: 'get',
    path: '/api/topics/list',
    who: 'anyone',
    input: { query: ListTopics },
    output: TopicList,
    handle: ({ query }) => home.list(query),
  }),
];
