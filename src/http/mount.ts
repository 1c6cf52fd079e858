import { pipeline } from 'node:stream/promises';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { Texts } from '../i18n/server.ts';
import { AppError } from '../shared/errors.ts';
import type { SessionUser } from '../shared/viewer.ts';
import {
  type Caller,
  EventStream,
  FileAnswer,
  NotYet,
  Redirect,
  type Route,
  type RouteContext,
  type SessionAccess,
} from './define-route.ts';
import { invalidInput } from './errors.ts';
import { sendEvents } from './event-streams.ts';
import { type Attempts, beginGuess, failurePauses, takeAll } from './guessing.ts';
import type { KnownBrowsers } from './known-browser.ts';
import { type InMaintenance, requireService } from './maintenance.ts';
import { networkOf } from './network.ts';
import type { RateLimits } from './rate-limit.ts';
import { isPasswordNeeded } from './session.ts';
import { siteUrl } from './site-url.ts';
import { languageOf } from './visitor.ts';

interface Tools {
  texts: Texts;
  limits: RateLimits;
  sessionOf(req: Request): SessionAccess;
  browsers: KnownBrowsers;
  inMaintenance: InMaintenance;
  publicUrl: string;
  /** Who is asking, looked up once more: for answers that go on. */
  stillThere(req: Request): Promise<SessionUser | null>;
  /** Turns what a limit counts by into something that may lie in Redis. */
  fingerprint(text: string): string;
}

/** As a path is looked up: a word goes before a parameter, whichever module declares it. */
const asSortKey = ({ path }: Route) => path.replaceAll(/:\w+/g, '~');

/** Hangs the declared routes into Express: who may, limits, input, handler, output, in this order. */
export function mountRoutes(router: Router, routes: readonly Route[], tools: Tools): void {
  for (const route of routes.toSorted((a, b) => (asSortKey(a) < asSortKey(b) ? -1 : 1))) {
    router[route.method](route.path, (req: Request, res: Response) => serve(route, tools, req, res));
  }
}

async function serve(route: Route, tools: Tools, req: Request, res: Response): Promise<void> {
  const viewer = req.user ?? null;
  if (!route.sparedByMaintenance) await requireService(tools.inMaintenance, viewer);
  requireRight(route, viewer);

  const { asksPassword } = route;
  if (asksPassword === true && isPasswordNeeded(req)) throw new AppError('password_needed');

  const caller: Caller = { network: networkOf(req.ip), userId: viewer?.id };
  await takeCalls(route, tools, (by) => (by === 'address' ? caller.network : undefined));
  const params = parse(route.input?.params, req.params);
  const query = parse(route.input?.query, req.query);
  const body = await bodyOf(route, req, res);
  if (typeof asksPassword === 'function' && viewer && asksPassword(body, viewer) && isPasswordNeeded(req)) {
    throw new AppError('password_needed');
  }
  await takeCalls(route, tools, (by) => (by === 'address' ? undefined : by(body, caller)));

  const language = languageOf(req);
  const context: RouteContext<unknown, unknown, unknown, typeof viewer> = {
    params,
    query,
    body,
    viewer,
    session: tools.sessionOf(req),
    t: tools.texts.translator(language),
    language,
    signature: route.signed ? (req.get(route.signed.header) ?? '') : '',
    ownNavigation:
      req.headers['sec-fetch-site'] !== 'cross-site' && (req.headers['sec-fetch-dest'] ?? 'document') === 'document',
  };
  // `who` and `viewer` were matched above; the union of both kinds of handler cannot say so.
  const handle = () => (route.handle as (c: typeof context) => Promise<unknown>)(context);
  const answer = await countingFailures(route, tools, { req, body, caller }, handle);
  if (answer instanceof Redirect) return res.redirect(303, siteUrl(tools.publicUrl, answer.path));
  if (answer instanceof NotYet) return void res.status(202).set('Retry-After', String(answer.retryAfter)).json({});
  if (answer instanceof FileAnswer) return sendFile(answer, res);
  if (answer instanceof EventStream) {
    const mayListen = async () => requireRight(route, await tools.stillThere(req));
    return sendEvents(answer, res, mayListen);
  }
  if (route.status === 204) return void res.status(204).end();
  res.status(route.status ?? 200).json(route.output.parse(answer));
}

function requireRight(route: Route, viewer: SessionUser | null): void {
  if (route.who !== 'anyone' && !viewer) throw new AppError('login_required');
  if (route.who === 'admin' && viewer?.role !== 'admin') throw new AppError('forbidden');
}

type CountedBy = NonNullable<Route['limits']>[number]['by'];

/** Counts the call by the limits that count calls. */
async function takeCalls(route: Route, tools: Tools, keyOf: (by: CountedBy) => string | undefined): Promise<void> {
  for (const limit of route.limits ?? []) {
    const key = limit.failures ? undefined : keyOf(limit.by);
    if (key === undefined) continue;
    const taken = tools.limits.take(limit, tools.fingerprint(key));
    await (limit.onlyCounts ? taken.catch(() => {}) : taken);
  }
}

/** Does what may fail, counted by the limits that count failures: before it, and given back where it did not fail. */
async function countingFailures<Answer>(
  route: Route,
  tools: Tools,
  { req, body, caller }: { req: Request; body: unknown; caller: Caller },
  handle: () => Promise<Answer>,
): Promise<Answer> {
  const { guessing } = route;
  const counting = (route.limits ?? []).filter((limit) => limit.failures);
  const attempt = (limit: (typeof counting)[number]) => {
    const key = limit.by === 'address' ? caller.network : limit.by(body, caller);
    return tools.limits.attempt({ ...limit, pauses: failurePauses }, tools.fingerprint(key));
  };
  const taken: Attempts[] = [];
  const settle = async (failure?: AppError) => void (await Promise.all(taken.map((one) => one.settle(failure))));
  try {
    for (const limit of counting) {
      if (!limit.lateRefusal) taken.push(await takeAll(limit.failures ?? [], [() => attempt(limit)]));
    }
    if (guessing) {
      const knownBrowser = tools.browsers.holdsAny(req)
        ? tools.browsers.knows(req, await guessing.marks(body))
        : undefined;
      const [network, account] = [caller.network, guessing.account(body)].map(tools.fingerprint) as [string, string];
      taken.push(await beginGuess(tools.limits, guessing.failures, { network, account, knownBrowser }));
    }
    const answer = await handle();
    await settle();
    return answer;
  } catch (error) {
    const failure = error instanceof AppError ? error : undefined;
    await settle(failure);
    for (const limit of counting) {
      if (limit.lateRefusal && failure && limit.failures?.includes(failure.code)) await attempt(limit);
    }
    throw error;
  }
}

function parse(schema: NonNullable<Route['input']>['body'], value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (!result.success) throw invalidInput(result.error);
  return result.data;
}

async function bodyOf(route: Route, req: Request, res: Response): Promise<unknown> {
  if (route.upload) return readBytes(route.upload.types, route.upload.maxBytes, req, res);
  if (route.signed) return readBytes(['*/*'], route.signed.maxBytes, req, res);
  if (route.posted) return passOver(route.posted.maxBytes, req, res);
  return parse(route.input?.body, req.body ?? {});
}

/** Reads a body as it was sent. Throws `unsupported_media_type` and `payload_too_large`. */
async function readBytes(type: string[], limit: number, req: Request, res: Response): Promise<Buffer> {
  await read(express.raw({ type, limit }), req, res);
  if (!Buffer.isBuffer(req.body)) throw new AppError('unsupported_media_type');
  return req.body;
}

/** Reads a body, of whatever kind or none, and forgets it. Throws `payload_too_large`. */
const passOver = (limit: number, req: Request, res: Response): Promise<void> =>
  read(express.raw({ type: () => true, limit }), req, res);

function read(parser: RequestHandler, req: Request, res: Response): Promise<void> {
  return new Promise((resolve, reject) => void parser(req, res, (error) => (error ? reject(error) : resolve())));
}

async function sendFile({ body, type, size, options }: FileAnswer, res: Response): Promise<void> {
  res.setHeader('Content-Type', type);
  if (size !== undefined) res.setHeader('Content-Length', size);
  if (options.immutable) res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  if (options.downloadAs) res.attachment(options.downloadAs).setHeader('Content-Type', type);
  await pipeline(body, res);
}
