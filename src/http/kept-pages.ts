import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import { sessionCookie } from './session.ts';
import { cookiesOf, visitorOf } from './visitor.ts';

/** A page as bytes, ready to be sent. */
export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

type Encoding = 'br' | 'gzip' | 'identity';
const compress: Record<Exclude<Encoding, 'identity'>, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify(gzip),
};

interface Kept {
  until: number;
  page: Promise<{ page: RenderedPage; etag: string; encoded: Map<Encoding, Promise<Buffer>> }>;
}

/** Parameters that never change what a page shows (decision 1); all others keep a page from being kept. */
const harmless = /^utm_[a-z]+$/;

/** What a kept page depends on: its address, and what a visitor chose. Undefined where a page must not be kept. */
export function keyOf(req: Request): string | undefined {
  if (req.method !== 'GET') return undefined;
  if (cookiesOf(req)[sessionCookie] !== undefined) return undefined; // it may be a signed-in person's
  const names = req.url.includes('?') ? Object.keys(req.query) : [];
  if (names.some((name) => name !== 'lng' && !harmless.test(name))) return undefined;
  const { language, currency, offeredLanguage, consentGiven } = visitorOf(req);
  return `${language} ${currency} ${offeredLanguage ?? ''} ${consentGiven ? 1 : 0} ${req.path}`;
}

/**
 * Keeps the pages of anonymous visitors rendered for a moment, as bytes with their entity tag. One render at a time for
 * a key: who comes while it runs waits for it. Kept pages get no cookie. `maxAgeMs` bounds how long a change stays unseen.
 */
export function keptPages(
  render: (req: Request) => Promise<RenderedPage>,
  fixedHeaders: Map<string, string>,
  { maxAgeMs = 1_000, maxPages = 500 }: { maxAgeMs?: number; maxPages?: number } = {},
): RequestHandler {
  const kept = new Map<string, Kept>();
  const common = Object.fromEntries(fixedHeaders);

  const keep = (key: string, req: Request): Kept => {
    const entry: Kept = {
      until: Number.POSITIVE_INFINITY, // while it is being rendered
      page: render(req).then((page) => {
        entry.until = page.status < 500 ? performance.now() + maxAgeMs : 0; // a failure is not worth keeping
        const etag = `W/"${createHash('sha1').update(page.body).digest('base64url')}"`;
        return { page, etag, encoded: new Map([['identity', Promise.resolve(page.body)]]) };
      }),
    };
    entry.page.catch(() => kept.delete(key));
    kept.delete(key);
    kept.set(key, entry);
    if (kept.size > maxPages) kept.delete(kept.keys().next().value as string);
    return entry;
  };

  const send = async (req: Request, res: Response, entry: Kept): Promise<void> => {
    const { page, etag, encoded } = await entry.page;
    const headers = {
      ...common,
      ...page.headers,
      ETag: etag,
      'Cache-Control': 'no-cache',
      Vary: 'Cookie, Accept-Encoding, Accept-Language',
    };
    if (page.status === 200 && req.headers['if-none-match']?.includes(etag)) {
      res.writeHead(304, headers).end();
      return;
    }
    const accepted = req.headers['accept-encoding'];
    const encoding = accepted
      ? ((req.acceptsEncodings('br') || req.acceptsEncodings('gzip') || 'identity') as Encoding) // our order, not theirs
      : 'identity';
    let body = encoded.get(encoding);
    if (!body) {
      body = compress[encoding as 'br' | 'gzip'](page.body);
      encoded.set(encoding, body);
    }
    const bytes = await body;
    res.writeHead(page.status, {
      ...headers,
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
      'Content-Length': bytes.length,
    });
    res.end(bytes);
  };

  return async (req, res, next) => {
    const key = keyOf(req);
    if (key === undefined) return next();
    let entry = kept.get(key);
    if (!entry || entry.until < performance.now()) entry = keep(key, req);
    await send(req, res, entry);
  };
}
