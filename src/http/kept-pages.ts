import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import { anonymousPage, keyOf, type PageRequest } from './page-request.ts';

/** A page as bytes, ready to be sent. */
export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export type RenderPage = (page: PageRequest) => Promise<RenderedPage>;

type Encoding = 'br' | 'gzip' | 'identity';
const compress: Record<Exclude<Encoding, 'identity'>, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify(gzip),
};

interface Kept {
  until: number;
  page: Promise<{ page: RenderedPage; etag: string; encoded: Map<Encoding, Promise<Buffer>> }>;
}

interface Options {
  /** Before a render, which costs; throws where the visitor has had too many. */
  count?: (req: Request) => Promise<void>;
  /** How long a change may stay unseen; with 0 every page is rendered. */
  maxAgeMs?: number | undefined;
  maxPages?: number;
}

/**
 * Keeps the pages of anonymous visitors rendered for a moment, as bytes with their entity tag. One render at a time for
 * a key: who comes while it runs waits for it. What is neither a page nor its absence (a redirect, a failure) is not kept.
 */
export function keptPages(
  render: RenderPage,
  fixedHeaders: Map<string, string>,
  { count = async () => {}, maxAgeMs = 1_000, maxPages = 500 }: Options = {},
): RequestHandler {
  const kept = new Map<string, Kept>();
  const common = Object.fromEntries(fixedHeaders);

  const begin = (page: PageRequest): Kept => ({
    until: Number.POSITIVE_INFINITY, // while it is being rendered
    page: render(page).then((page) => {
      const etag = `W/"${createHash('sha1').update(page.body).digest('base64url')}"`;
      return { page, etag, encoded: new Map([['identity', Promise.resolve(page.body)]]) };
    }),
  });

  const keep = (key: string, page: PageRequest): Kept => {
    const entry = begin(page);
    const forget = () => {
      if (kept.get(key) === entry) kept.delete(key);
    };
    entry.page.then(({ page: { status } }) => {
      if (status === 200 || status === 404) entry.until = performance.now() + maxAgeMs;
      else forget();
    }, forget);
    kept.delete(key);
    kept.set(key, entry);
    if (kept.size > maxPages) kept.delete(kept.keys().next().value as string);
    return entry;
  };

  const send = async (req: Request, res: Response, entry: Kept, cacheControl: string): Promise<void> => {
    const { page, etag, encoded } = await entry.page;
    const headers = {
      ...common,
      ...page.headers,
      ETag: etag,
      'Cache-Control': cacheControl,
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

  /** The entry that is kept, or being rendered for somebody else. */
  const found = (key: string | undefined): Kept | undefined => {
    const entry = key === undefined ? undefined : kept.get(key);
    return entry && entry.until >= performance.now() ? entry : undefined;
  };

  return async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    const page = anonymousPage(req);
    const key = maxAgeMs > 0 ? keyOf(page) : undefined;
    let entry = found(key);
    if (!entry) {
      await count(req);
      entry = found(key) ?? (key === undefined ? begin(page) : keep(key, page));
    }
    await send(
      req,
      res,
      entry,
      key === undefined ? 'private, no-store' : req.session ? 'private, no-cache' : 'no-cache',
    );
  };
}
