import type { Request, Response, Router } from 'express';
import type { Texts } from '../i18n/server.ts';
import { AppError } from '../shared/errors.ts';
import { Redirect, type Route, type RouteContext } from './define-route.ts';
import { invalidInput } from './errors.ts';
import type { RateLimits } from './rate-limit.ts';
import { sessionAccess } from './session.ts';
import { languageOf } from './visitor.ts';

interface Tools {
  texts: Texts;
  limits: RateLimits;
  /** Turns what a limit counts by into something that may lie in Redis. */
  fingerprint(text: string): string;
}

/** Hangs the declared routes into Express: who may, limits, input, handler, output, in this order. */
export function mountRoutes(router: Router, routes: readonly Route[], tools: Tools): void {
  for (const route of routes) {
    router[route.method](route.path, (req: Request, res: Response) => serve(route, tools, req, res));
  }
}

async function serve(route: Route, tools: Tools, req: Request, res: Response): Promise<void> {
  const viewer = req.user ?? null;
  if (route.who === 'user' && !viewer) throw new AppError('login_required');

  const takeLimits = async (counts: (by: 'address' | ((body: unknown) => string)) => string | undefined) => {
    for (const limit of route.limits ?? []) {
      const key = counts(limit.by);
      if (key === undefined) continue;
      const taken = tools.limits.take(limit, tools.fingerprint(key));
      await (limit.onlyCounts ? taken.catch(() => {}) : taken);
    }
  };
  await takeLimits((by) => (by === 'address' ? (req.ip ?? 'unknown') : undefined));
  const params = parse(route.input?.params, req.params);
  const query = parse(route.input?.query, req.query);
  const body = parse(route.input?.body, req.body ?? {});
  await takeLimits((by) => (by === 'address' ? undefined : by(body)));

  const language = languageOf(req);
  const context: RouteContext<unknown, unknown, unknown, typeof viewer> = {
    params,
    query,
    body,
    viewer,
    session: sessionAccess(req),
    t: tools.texts.translator(language),
    language,
    crossSite: req.headers['sec-fetch-site'] === 'cross-site',
  };
  // `who` and `viewer` were matched above; the union of both kinds of handler cannot say so.
  const answer = await (route.handle as (c: typeof context) => Promise<unknown>)(context);
  if (answer instanceof Redirect) return res.redirect(303, answer.path);
  res.status(route.status ?? 200).json(route.output.parse(answer));
}

function parse(schema: NonNullable<Route['input']>['body'], value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (!result.success) throw invalidInput(result.error);
  return result.data;
}
