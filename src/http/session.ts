import { RedisStore } from 'connect-redis';
import type { Request, RequestHandler } from 'express';
import session, { type SessionData } from 'express-session';
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

/** Behind TLS the name makes browsers refuse the cookie from anywhere but this host, over TLS, for all paths. */
export const sessionCookie = ({ secure }: { secure: boolean }): string => (secure ? '__Host-podium.sid' : 'podium.sid');
const daySeconds = 24 * 60 * 60;
const dayMs = daySeconds * 1_000;

/**
 * Sessions in Redis: 24 hours, rolling (decision 1). Nothing is stored and no cookie set before there is something to keep. A
 * session that has ended meanwhile is not written again by a request that still has it.
 */
class Sessions extends RedisStore {
  readonly #redis: Redis;
  readonly #stored = new WeakSet<object>();

  constructor(redis: Redis, prefix: string) {
    super({ client: redis, prefix, ttl: daySeconds });
    this.#redis = redis;
    // Prolonged as it is read: one command, and none at the end of a request, where it would hold the answer back.
    this.client.get = (key) => redis.getex(key, 'EX', daySeconds);
    Object.assign(this, { touch: undefined });
  }

  override createSession(...[req, data]: Parameters<RedisStore['createSession']>) {
    const loaded = super.createSession(req, data);
    this.#stored.add(loaded);
    return loaded;
  }

  override async set(sid: string, data: SessionData, done: (error?: unknown) => void = () => {}): Promise<void> {
    const [key, text] = [this.prefix + sid, JSON.stringify(data)];
    try {
      if (this.#stored.has(data)) await this.#redis.set(key, text, 'EX', daySeconds, 'XX');
      else await this.#redis.set(key, text, 'EX', daySeconds);
      this.#stored.add(data);
    } catch (error) {
      return done(error);
    }
    done();
  }
}

export function sessions(redis: Redis, options: { key: string; prefix: string; secure: boolean }): RequestHandler {
  const store = new Sessions(redis, `${options.prefix}session:`);
  return session({
    name: sessionCookie(options),
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

/** Reads the session of a request once more. False where it has ended meanwhile. */
export function reloadSession(req: Request): Promise<boolean> {
  return new Promise((resolve) => req.session.reload((error) => resolve(!error)));
}

/** How long the password that was given lets admins do what protects or pays (decision 1). */
const passwordMs = 15 * 60 * 1000;

/** Whether what protects or pays has to ask for the password again. */
export function isPasswordNeeded({ session }: Request): boolean {
  const age = Date.now() - (session.passwordAt ?? 0);
  return age < 0 || age > passwordMs;
}

interface SessionTools {
  index: SessionIndex;
  browsers: KnownBrowsers;
  secure: boolean;
}

/** What a route may do with the session of its request. */
export function sessionAccess(req: Request, { index, browsers, secure }: SessionTools): SessionAccess {
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
    async endOthers({ id, sessionVersion }) {
      req.session.sessionVersion = sessionVersion;
      await settled((done) => req.session.save(done));
      await index.endAll(id, { except: req.sessionID });
    },
    endAll: (userId) => index.endAll(userId),
    async signOut() {
      await settled((done) => req.session.destroy(done));
      req.res?.clearCookie(sessionCookie({ secure }), { path: '/', secure });
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
