import path from 'node:path';
import compression from 'compression';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import type { Redis } from 'ioredis';
import type { Composition } from './compose.ts';
import { boundedRenders } from './http/bounded-renders.ts';
import type { Route } from './http/define-route.ts';
import { answerErrors } from './http/errors.ts';
import { parseJson, requireJson, requireOwnAddress, requireOwnOrigin } from './http/guards.ts';
import { logRequests, securityHeaders, setHeaders } from './http/headers.ts';
import { healthz, readyz } from './http/health.ts';
import { keptPages, type RenderPage } from './http/kept-pages.ts';
import { createKnownBrowsers } from './http/known-browser.ts';
import { inMaintenance, orMaintenancePage } from './http/maintenance.ts';
import { mountRoutes } from './http/mount.ts';
import { jsonAddress } from './http/page-request.ts';
import { freshPages } from './http/pages.ts';
import { createRateLimits, createRequestLimit } from './http/rate-limit.ts';
import { reloadSession, sessionAccess, sessionCookie, sessions } from './http/session.ts';
import { createSessionIndex } from './http/session-index.ts';
import { siteUrl } from './http/site-url.ts';
import { cookiesOf, translatorOf, userOf } from './http/visitor.ts';
import type { Texts } from './i18n/server.ts';
import type { Db } from './platform/db.ts';
import type { Logger } from './platform/logger.ts';
import type { Secrets } from './platform/secrets.ts';
import { AppError } from './shared/errors.ts';

export interface AppContext {
  db: Db;
  redis: Redis;
  secrets: Secrets;
  logger: Logger;
  texts: Texts;
  composition: Composition;
  publicUrl: string;
  /** Where the card form's script comes from. */
  cardFormUrl: string;
  /** How many proxies in front of this process tell the visitor's address. */
  trustProxy: number;
  /** Keeps several sites, or tests, apart in one Redis. */
  redisPrefix: string;
  /** Calls of one network in a minute, and how long a page is kept (src/platform/env.ts); tests of routes leave them out. */
  requestsPerMinute?: number;
  pageCacheMs?: number;
  /** Renders pages; left out by tests of routes. */
  renderPages?: RenderPage;
}

const client = path.resolve(import.meta.dirname, '../dist/client');

/** The web process' Express application, not yet listening. */
export function createApp(context: AppContext): Express {
  const { db, redis, secrets, logger, texts, composition, publicUrl, redisPrefix } = context;
  const headers = securityHeaders(publicUrl, context.cardFormUrl);
  const translator = translatorOf(texts);
  const secure = publicUrl.startsWith('https:');
  const session = sessions(redis, { key: secrets.sessionKey, prefix: redisPrefix, secure });
  const closed = inMaintenance(() => composition.settings.get('maintenance_mode'));
  const { sessionUser } = composition.modules.accounts;
  const user: RequestHandler = async (req, _res, next) => {
    req.user = await userOf(req, sessionUser);
    next();
  };
  const nameOf = (sid: string) => secrets.digest('session', sid).toString('base64url');
  const sessionIndex = createSessionIndex(redis, redisPrefix, nameOf);
  const browsers = createKnownBrowsers((text) => secrets.digest('known browser', text).toString('base64url'), secure);
  const count = createRequestLimit(context.requestsPerMinute ?? 1_000_000);

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', context.trustProxy);
  app.use(requireOwnAddress);

  // Pages come first, and those for anonymous visitors are not logged one by one: kept, they must cost next to nothing.
  const pages = context.renderPages && boundedRenders(context.renderPages);
  if (pages) {
    const countRender = (req: Request) => count('render', req);
    const kept = keptPages(pages, headers, { count: countRender, maxAgeMs: context.pageCacheMs });
    const cookie = sessionCookie({ secure });
    const signedIn = async (req: Request, res: Response): Promise<boolean> => {
      if (cookiesOf(req)[cookie] === undefined) return false;
      await passed(session, req, res);
      req.user = await userOf(req, sessionUser);
      return req.user !== null; // a cookie that names no session counts as none
    };
    app.use(async (req, res, next) => {
      if (!isPage(req)) return next();
      if (endsInSlash(req)) return res.redirect(301, siteUrl(publicUrl, withoutSlash(req)));
      if ((await signedIn(req, res)) || (await closed())) return next();
      return kept(req, res, next);
    });
  }

  app.use(logRequests(logger), setHeaders(headers));
  app.get('/healthz', healthz);
  app.get('/readyz', readyz(db, redis));
  app.use(compression());
  app.use(
    '/assets',
    express.static(path.join(client, 'assets'), { immutable: true, maxAge: '1y', fallthrough: false }),
  );
  app.use(express.static(client, { index: false, maxAge: '1d' }));

  const routeAmong = (routes: readonly Route[]) => {
    const addresses = routes.map((route) => ({
      route,
      address: new RegExp(`^${route.method} ${route.path.replaceAll(/:\w+/g, '[^/]+')}$`),
    }));
    return (req: Request) => {
      const asked = `${req.method.toLowerCase()} ${req.baseUrl}${req.path}`;
      return addresses.find(({ address }) => address.test(asked))?.route;
    };
  };
  const takesFile = routeAmong(composition.routes.filter((route) => route.upload));
  const isFromMachine = routeAmong(composition.routes.filter((route) => route.signed || route.posted));
  const takesMuch = routeAmong(composition.routes.filter((route) => route.maxBytes));
  const guards = [
    requireOwnOrigin(publicUrl),
    requireJson((req) => takesFile(req) !== undefined),
    parseJson((req) => takesMuch(req)?.maxBytes),
    session,
    user,
  ];
  // What another machine sends proves itself, by its signature or by its address, and is read by its route alone.
  const fromPeople = (req: Request) => !isFromMachine(req);
  const counted: RequestHandler = (req, _res, next) => count('call', req).then(() => next(), next);
  app.use('/api', noStore, ...[counted, ...guards].map((guard) => only(fromPeople, guard)));
  mountRoutes(app, composition.routes, {
    texts,
    publicUrl,
    inMaintenance: closed,
    async stillThere(req) {
      return (await reloadSession(req)) ? userOf(req, sessionUser) : null;
    },
    limits: createRateLimits(redis, redisPrefix),
    sessionOf: (req) => sessionAccess(req, { index: sessionIndex, browsers, secure }),
    browsers,
    fingerprint: (text) => secrets.digest('rate limit', text).toString('base64url'),
  });
  app.use('/api', () => {
    throw new AppError('not_found');
  });

  if (pages)
    app.get(
      '/{*page}',
      orMaintenancePage(closed, pages),
      freshPages(pages, (req) => count('render', req)),
    );
  app.use(() => {
    throw new AppError('not_found');
  });
  app.use(answerErrors(translator, headers, logger));
  return app;
}

/** Files lie at the top of the client's build; pages' JSON addresses end in .json but are pages. */
const isPage = (req: Request) =>
  !/^\/(api|assets|illustrations|healthz|readyz)(\/|$)/.test(req.path) &&
  (!/\.[a-z0-9]+$/i.test(req.path) || jsonAddress.test(req.path));

const endsInSlash = (req: Request) => req.path.length > 1 && req.path.endsWith('/');
const withoutSlash = ({ path, originalUrl }: Request) => path.slice(0, -1) + originalUrl.slice(path.length);

/** Lets a request through one more handler. Rejects with what that one passes on. */
const passed = (handler: RequestHandler, req: Request, res: Response): Promise<void> =>
  new Promise((resolve, reject) => void handler(req, res, (error) => (error ? reject(error) : resolve())));

/** A handler that passes over what it is not for. */
const only =
  (isFor: (req: Request) => boolean, handler: RequestHandler): RequestHandler =>
  (req, res, next) =>
    isFor(req) ? handler(req, res, next) : next();

const noStore: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('X-Server-Time', new Date().toISOString());
  next();
};
