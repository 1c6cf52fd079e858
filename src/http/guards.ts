import express, { type Request, type RequestHandler } from 'express';
import { AppError } from '../shared/errors.ts';
import { isStorable } from '../shared/texts.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses changes that carry anything but JSON: a form on another site cannot send JSON. Routes that take a file are left
 * out by their declaration; what they take (pictures) a form cannot send either.
 */
export const requireJson =
  (takesFile: (req: Request) => boolean): RequestHandler =>
  (req, _res, next) => {
    const carriesBody =
      Number(req.headers['content-length'] ?? 0) > 0 || req.headers['transfer-encoding'] !== undefined;
    if (!safeMethods.has(req.method) && carriesBody && !req.is('application/json') && !takesFile(req)) {
      throw new AppError('unsupported_media_type');
    }
    next();
  };

/**
 * Parses JSON up to 64 KB, or what a route says. Strings that PostgreSQL would refuse or change (NUL, lone surrogates) are
 * malformed.
 */
export function parseJson(bytesOf: (req: Request) => number | undefined): RequestHandler {
  const parserOf = (limit: number) =>
    express.json({
      limit,
      reviver: (_key, value) => {
        if (typeof value === 'string' && !isStorable(value)) throw new SyntaxError('text that cannot be stored');
        return value;
      },
    });
  const usual = parserOf(65_536);
  return (req, res, next) => {
    const bytes = bytesOf(req);
    (bytes === undefined ? usual : parserOf(bytes))(req, res, next);
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
        : origin === own || (URL.canParse(origin) && new URL(origin).host === req.headers.host);
    if (!fine) throw new AppError('foreign_origin');
    next();
  };
}

/** Refuses addresses that do not decode, or decode to text that could not be stored. */
export const requireDecodable: RequestHandler = (req, _res, next) => {
  try {
    if (isStorable(decodeURIComponent(req.url))) return next();
  } catch {
    // falls through: not valid percent-encoding
  }
  throw new AppError('malformed');
};
