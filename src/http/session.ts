import { RedisStore } from 'connect-redis';
import type { Request, RequestHandler } from 'express';
import session from 'express-session';
import type { Redis } from 'ioredis';
import type { SessionAccess } from './define-route.ts';
import type { KnownBrowsers } from './known-browser.ts';
import type { SessionIndex } from './session-index.ts';

declare module 'express-session' {
  interface SessionData {
    userId: number;
    sessionVersion: number;
    /** When the password was last given, in milliseconds; missing where the session began without it. */
    passwordAt: number;
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

/** How long the password that was given lets admins do what protects or pays (decision 1). */
const passwordMs = 15 * 60 * 1000;

/** Whether what protects or pays has to ask for the password again. */
export function isPasswordNeeded({ session }: Request): boolean {
  const age = Date.now() - (session.passwordAt ?? 0);
  return age < 0 || age > passwordMs;
}

/** What a route may do with the session of its request. */
export function sessionAccess(req: Request, index: SessionIndex, browsers: KnownBrowsers): SessionAccess {
  return {
    async signIn(user, { passwordGiven }) {
      await settled((done) => req.session.regenerate(done)); // a login makes a new session id
      req.session.userId = user.id;
      req.session.sessionVersion = user.sessionVersion;
      if (passwordGiven) req.session.passwordAt = Date.now();
      browsers.remember(req, user.mark);
      await settled((done) => req.session.save(done));
      await index.add(user.id, req.sessionID, req.get('user-agent') ?? '');
    },
    knowBrowser: (mark) => browsers.remember(req, mark),
    async passwordGiven() {
      req.session.passwordAt = Date.now();
      await settled((done) => req.session.save(done));
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
