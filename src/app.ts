import path from 'node:path';
import compression from 'compression';
import express, { type Express, type Request, type RequestHandler } from 'express';
import type { Redis } from 'ioredis';
import type { Composition } from './compose.ts';
import type { Route } from './http/define-route.ts';
import { answerErrors } from './http/errors.ts';
import { parseJson, requireDecodable, requireJson, requireOwnOrigin } from './http/guards.ts';
import { logRequests, securityHeaders, setHeaders } from './http/headers.ts';
import { healthz, readyz } from './http/health.ts';
import { keptPages, type RenderedPage } from './http/kept-pages.ts';
import { createKnownBrowsers } from './http/known-browser.ts';
import { inMaintenance, orMaintenancePage } from './http/maintenance.ts';
import { mountRoutes } from './http/mount.ts';
import { freshPages } from './http/pages.ts';
import { createRateLimits } from './http/rate-limit.ts';
import { sessionCookie, sessions } from './http/session.ts';
import { createSessionIndex } from './http/session-index.ts';
import { cookiesOf, findUser, translatorOf } from './http/visitor.ts';
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
  /** Renders pages; left out by tests of routes. */
  renderPages?: (req: Request) => Promise<RenderedPage>;
}

const client = path.resolve(import.meta.dirname, '../dist/client');

/** The web process' Express application, not yet listening. */
export function createApp(context: AppContext): Express {
  const { db, redis, secrets, logger, texts, composition, publicUrl, redisPrefix } = context;
  const headers = securityHeaders(publicUrl, context.cardFormUrl);
  const translator = translatorOf(texts);
  const session = sessions(redis, {
    key: secrets.sessionKey,
    prefix: redisPrefix,
    secure: publicUrl.startsWith('https:'),
  });
  const closed = inMaintenance(() => composition.settings.get('maintenance_mode'));
  const user = findUser(composition.modules.accounts.sessionUser);

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', context.trustProxy);

  // Kept pages come first and are not logged one by one: they must cost next to nothing.
  const pages = context.renderPages;
  const kept = pages && keptPages(pages, headers);
  const isPage = (req: Request) => !/^\/(api|assets|illustrations|healthz|readyz)(\/|$)/.test(req.path);
  if (kept)
    app.use(async (req, res, next) =>
      isPage(req) && !isFile(req) && !(await closed()) ? kept(req, res, next) : next(),
    );

  app.use(logRequests(logger), setHeaders(headers), requireDecodable);
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
  // What another machine sends proves itself, by its signature or by its address, and is read by its route alone.
  const unlessFromMachine =
    (guard: RequestHandler): RequestHandler =>
    (req, res, next) =>
      isFromMachine(req) ? next() : guard(req, res, next);
  const guards = [
    requireOwnOrigin(publicUrl),
    requireJson((req) => takesFile(req) !== undefined),
    parseJson((req) => takesMuch(req)?.maxBytes),
    session,
    user,
  ];
  app.use('/api', noStore, ...guards.map(unlessFromMachine));
  mountRoutes(app, composition.routes, {
    texts,
    inMaintenance: closed,
    limits: createRateLimits(redis, redisPrefix),
    sessionIndex: createSessionIndex(redis, redisPrefix, (sid) => secrets.digest('session', sid).toString('base64url')),
    browsers: createKnownBrowsers(
      (text) => secrets.digest('known browser', text).toString('base64url'),
      publicUrl.startsWith('https:'),
    ),
    fingerprint: (text) => secrets.digest('rate limit', text).toString('base64url'),
  });
  app.use('/api', () => {
    throw new AppError('not_found');
  });

  if (pages) {
    const withSession: RequestHandler = (req, res, next) =>
      cookiesOf(req)[sessionCookie] === undefined ? next() : session(req, res, next);
    app.get('/{*page}', withSession, user, orMaintenancePage(closed, pages), freshPages(pages));
  }
  app.use(() => {
    throw new AppError('not_found');
  });
  app.use(answerErrors(translator, headers, logger));
  return app;
}

/** Files lie at the top of the client's build; pages' JSON addresses end in .json but are pages. */
const isFile = (req: Request) => /\.[a-z0-9]+$/i.test(req.path) && !req.path.endsWith('.pageContext.json');

const noStore: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('X-Server-Time', new Date().toISOString());
  next();
};
