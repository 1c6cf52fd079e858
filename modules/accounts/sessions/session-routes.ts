import Bowser from 'bowser';
import { z } from 'zod';
import { defineRoute, type Route, type SessionAccess } from '#src/http/define-route.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Accounts } from '../contract/index.ts';
import { Session } from '../contract/profile.ts';

/** Where somebody is signed in, and how that is ended. */
export const sessionRoutes = (accounts: Pick<Accounts, 'renewSessions'>): Route[] => [
  defineRoute({
    method: 'get',
    path: '/api/users/sessions',
    who: 'user',
    output: z.array(Session),
    async handle({ session, viewer }) {
      const sessions = await session.list(viewer.id);
      return sessions.map(presentSession);
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/api/users/sessions/:id',
    who: 'user',
    input: { params: z.object({ id: z.string().max(100) }) },
    output: z.object({}),
    async handle({ params, session, viewer }) {
      if (!(await session.end(viewer.id, params.id))) throw new AppError('not_found');
      return {};
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/api/users/sessions',
    who: 'user',
    output: z.object({}),
    async handle({ session, viewer }) {
      await session.endOthers(await accounts.renewSessions(viewer.id));
      return {};
    },
  }),
];

type ListedSession = Awaited<ReturnType<SessionAccess['list']>>[number];

export function presentSession({ userAgent, ...listed }: ListedSession): Session {
  const { browser, os } = Bowser.parse(userAgent || 'none');
  return { ...listed, browser: browser.name || null, system: os.name || null };
}
