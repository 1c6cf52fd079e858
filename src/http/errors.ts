import type { ErrorRequestHandler, Request } from 'express';
import { ZodError } from 'zod';
import type { Logger } from '../platform/logger.ts';
import { AppError, type ErrorBody } from '../shared/errors.ts';
import { type Fault, faultOf } from '../shared/faults.ts';
import type { Language } from '../shared/languages.ts';
import type { Translate } from '../shared/translate.ts';
import { languageOf } from './visitor.ts';

/** Bad input as an AppError that names each field once, by the first thing that is wrong with it. */
export function invalidInput(error: ZodError): AppError {
  const fields: Record<string, Fault> = Object.create(null); // a field may be called 'constructor'
  for (const issue of error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.') || 'body'];
    for (const name of names) {
      fields[name] ??= issue.code === 'unrecognized_keys' ? 'unknown_field' : faultOf(issue);
    }
  }
  return new AppError('invalid', { fields, cause: error });
}

const parserErrors: Record<string, AppError['code']> = {
  'entity.too.large': 'payload_too_large',
  'encoding.unsupported': 'unsupported_media_type',
  'charset.unsupported': 'unsupported_media_type',
};

/** Any error as an AppError; what nobody expected becomes `internal` and keeps its cause for the log. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ZodError) return invalidInput(error);
  const { type, status, name, message, code } = error as Partial<
    Record<'type' | 'name' | 'message' | 'code', string> & { status: number }
  >;
  if (type && parserErrors[type]) return new AppError(parserErrors[type], { cause: error });
  if (status === 404) return new AppError('not_found', { cause: error });
  if (error instanceof URIError || (status !== undefined && status >= 400 && status < 500)) {
    return new AppError('malformed', { cause: error });
  }
  const storeIsAway =
    name === 'MaxRetriesPerRequestError' ||
    name === 'KnexTimeoutError' ||
    /^(ECONNREFUSED|ECONNRESET|08\w{3}|57P0\d)$/.test(code ?? '') || // the last two: PostgreSQL's own words for it
    /^(Command timed out|Connection is closed)/.test(message ?? '');
  return new AppError(storeIsAway ? 'unavailable' : 'internal', { cause: error });
}

/** Refused by design: not worth a stack trace in the log. */
const expected = new Set<AppError['code']>(['maintenance', 'overloaded']);

export function errorBody(error: AppError, t: Translate): ErrorBody {
  const body: ErrorBody = { message: t(`errors:${error.code}`), code: error.code };
  if (error.details) body.details = error.details;
  if (error.retryAfter !== undefined) {
    body.message = t(`errors:${error.code}`, { count: error.retryAfter, minutes: Math.ceil(error.retryAfter / 60) });
  }
  if (error.fields) {
    body.errors = Object.fromEntries(
      Object.entries(error.fields).map(([field, key]) => [field, t(`errors:field.${key}`)]),
    );
  }
  return body;
}

/** The last handler: every error leaves as `{message, code, errors?}` in the request's language (decision 10). */
export function answerErrors(
  translatorOf: (req: Request) => Translate,
  headers: Map<string, string>,
  logger: Logger,
): ErrorRequestHandler {
  return (cause, req, res, next) => {
    const error = asAppError(cause);
    if (error.status >= 500 && !expected.has(error.code))
      (req.log ?? logger).error({ err: error.cause ?? error }, 'request failed');
    if (res.headersSent) return next(cause);
    res.setHeaders(headers); // a kept page fails before anything else has set them
    if (error.retryAfter !== undefined) res.setHeader('Retry-After', error.retryAfter);
    if (error.code === 'unavailable') res.setHeader('Retry-After', 5);
    res.setHeader('Cache-Control', 'no-store');
    const body = errorBody(error, translatorOf(req));
    res.status(error.status);
    // A page that could not be rendered: a person reads this.
    if (req.accepts(['json', 'html']) === 'html') res.type('html').send(barePage(body.message, languageOf(req)));
    else res.json(body);
  };
}

const barePage = (message: string, language: Language): string => `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Podium</title>
<main style="max-width: 32rem; margin: 20vh auto; padding: 0 1rem; font: 1.25rem/1.5 system-ui, sans-serif">
<h1>Podium</h1>
<p>${message.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>
</main>
</html>
`;
