import { RedisStore } from 'connect-redis';
import type { Request, RequestHandler } from 'express';
import session from 'express-session';
import type { Redis } from 'ioredis';
import type { SessionAccess } from './define-route.ts';
import type { SessionIndex } from './session-index.ts';

declare module 'express-session' {
  interface SessionData {
    userId: number;
    sessionVersion: number;
    registration: { userId: number; registrationId: string };
  }
}

export const sessionCookie = 'podium.sid';
const dayMs = 24 * 60 * 60 * 1000;

/** Sessions in Redis: 24 hours, rolling (decision 1). Nothing is stored and no cookie set before there is something to keep. */
export function sessions(redis: Redis, options: { key: string; prefix: string; secure: boolean }): RequestHandler {
  const daySeconds = dayMs / 1000;
  const store = new RedisStore({ client: redis, prefix: `${options.prefix}session:`, ttl: daySeconds });
  // A session is prolonged as it is read: one command, and none at the end of a request, where it would hold the answer back.
  store.client.get = (key) => redis.getex(key, 'EX', daySeconds);
  Object.assign(store, { touch: undefined });
  return session({
    name: sessionCookie,
    secret: options.key,
    store,
    resave: false,
    saveUninitialized: false,
    rolling: true,
    cookie: { httpOnly: true, sameSite: 'lax', secure: options.secure, maxAge: dayMs },
  });
}

const settled = (act: (done: (error?: unknown) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => act((error) => (error ? reject(error) : resolve())));

/** What a route may do with the session of its request. */
export function sessionAccess(req: Request, index: SessionIndex): SessionAccess {
  return {
    async signIn(user) {
      await settled((done) => req.session.regenerate(done)); // a login makes a new session id
      req.session.userId = user.id;
      req.session.sessionVersion = user.sessionVersion;
      await settled((done) => req.session.save(done));
      await index.add(user.id, req.sessionID, req.get('user-agent') ?? '');
    },
    list: (userId) => index.list(userId, req.sessionID),
    end: (userId, id) => index.end(userId, id),
    endOthers: (userId) => index.endOthers(userId, req.sessionID),
    async signOut() {
      await settled((done) => req.session.destroy(done));
      req.res?.clearCookie(sessionCookie);
    },
    get registration() {
      return req.session.registration;
    },
    set registration(value) {
      if (value) req.session.registration = value;
      else delete req.session.registration;
    },
  };
}
