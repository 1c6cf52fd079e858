import express, { type Request, type RequestHandler } from 'express';
import { AppError } from '../shared/errors.ts';
import { isStorable } from '../shared/texts.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses changes that carry anything but JSON in UTF-8 (RFC 8259): a form on another site cannot send JSON. Routes that take a file are left
 * out by their declaration; what they take (pictures, CSV) a form cannot send either.
 */
export const requireJson =
  (takesFile: (req: Request) => boolean): RequestHandler =>
  (req, _res, next) => {
    const carriesBody =
      Number(req.headers['content-length'] ?? 0) > 0 || req.headers['transfer-encoding'] !== undefined;
    if (safeMethods.has(req.method) || !carriesBody || takesFile(req)) return next();
    const isJson = req.is('application/json') && /^(utf-?8)?$/i.test(charsetOf(req));
    if (!isJson) throw new AppError('unsupported_media_type');
    next();
  };

const charsetOf = (req: Request): string =>
  /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(req.get('content-type') ?? '')?.[1] ?? '';

/**
 * Parses JSON up to what the route declares, else 64 KB. Strings that PostgreSQL would refuse or change (NUL, lone
 * surrogates) are malformed.
 */
export function parseJson(maxBytes: (req: Request) => number | undefined): RequestHandler {
  const parserOf = (limit: number): RequestHandler =>
    express.json({
      limit,
      reviver: (_key, value) => {
        if (typeof value === 'string' && !isStorable(value)) throw new SyntaxError('text that cannot be stored');
        return value;
      },
    });
  const usual = parserOf(65_536);
  return (req, res, next) => {
    const most = maxBytes(req);
    return (most === undefined ? usual : parserOf(most))(req, res, next);
  };
}

/** Refuses changes that a page of another site sends. Clients that are no browsers send no Origin and have no cookie to abuse. */
export function requireOwnOrigin(publicUrl: string): RequestHandler {
  const own = new URL(publicUrl).origin;
  return (req, _res, next) => {
    if (safeMethods.has(req.method)) return next();
    const { origin } = req.headers;
    const fine =
      origin === undefined
        ? (req.headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin'
        : origin === own || origin === `${req.protocol}://${req.headers.host}`;
    if (!fine) throw new AppError('foreign_origin');
    next();
  };
}

/**
 * Refuses request targets that are not a path on this site, as `http://elsewhere/`, `//elsewhere` and `*` are, those with an empty part, and those that
 * Vite's development server keeps for itself: Vike fails on them. `malformed` where the address does not decode, or decodes to
 * text that could not be stored.
 */
export const requireOwnAddress: RequestHandler = (req, _res, next) => {
  const address = decoded(req.url);
  if (address === undefined || !isStorable(address)) throw new AppError('malformed');
  const [path = ''] = address.split('?', 1);
  if (!/^\/(?![\\@]|__)/.test(path) || path.includes('//')) throw new AppError('not_found');
  next();
};

function decoded(address: string): string | undefined {
  try {
    return decodeURIComponent(address);
  } catch {
    return undefined; // not valid percent-encoding
  }
}
