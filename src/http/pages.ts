import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Request, RequestHandler } from 'express';
import { renderPage } from 'vike/server';
import type { Texts } from '../i18n/server.ts';
import type { Logger } from '../platform/logger.ts';
import { bodyMarker } from '../shared/page.ts';
import { asAppError } from './errors.ts';
import type { RenderPage } from './kept-pages.ts';
import { personalPage } from './page-request.ts';
import { siteUrl } from './site-url.ts';

/**
 * Renders pages through Vike. Vike handles a stub of a document, into which it puts its tags; the page itself comes as
 * bytes beside it and is laid in here, so that the long text is never scanned (docs/decisions: fast pages).
 */
export async function createPageRenderer<Modules>(
  modules: Modules,
  texts: Texts,
  logger: Logger,
  publicUrl: string,
): Promise<RenderPage> {
  await import(path.join(dist, 'server/entry.mjs'));

  return async ({ url, visitor, user, log }) => {
    const pageContext = await renderPage({ urlOriginal: url, modules, texts, ...visitor, user });
    const { httpResponse } = pageContext;
    const failure = pageContext.errorWhileRendering;
    if (failure && httpResponse.statusCode >= 500) {
      const error = asAppError(failure);
      (log ?? logger).error({ err: error.cause ?? error, path: url.split('?')[0] }, 'page failed');
    }
    const headers: Record<string, string> = {};
    for (const [name, value] of httpResponse.headers) {
      if (/^location$/i.test(name)) headers[name] = siteUrl(publicUrl, value);
      else if (!/^(content-security-policy|cache-control|set-cookie)$/i.test(name)) headers[name] = value;
    }
    const rendered = (pageContext as { rendered?: Buffer | null }).rendered;
    const page = { status: httpResponse.statusCode, headers, body: layIn(paintFirst(httpResponse.body), rendered) };
    // Vike remembers recent requests: without this their pages would stay in memory.
    Object.assign(pageContext, { rendered: null, data: null });
    return page;
  };
}

const dist = path.resolve(import.meta.dirname, '../../dist');

/**
 * Lets the first paint wait for nothing but the page: the stylesheet stands in it (it is smaller than the round trip that a
 * link would cost), and the scripts give way to what is seen.
 */
function paintFirst(stub: string): string {
  let styles = '';
  const withStyles = stub.replace(
    /<link rel="stylesheet"[^>]* href="(\/assets\/[^"]+\.css)">/g,
    (_link, href: string) => {
      styles += `<style>${styleOf(href)}</style>`;
      return `<link rel="stylesheet" href="${href}" disabled>`; // tells Vite's loader that it is there already
    },
  );
  return withStyles
    .replace('</head>', () => `${styles}</head>`)
    .replace(/<(?:link rel="modulepreload"|script src="[^"]+" type="module")/g, '$& fetchpriority="low"');
}

const read = new Map<string, string>();

function styleOf(href: string): string {
  const style = read.get(href) ?? readFileSync(path.join(dist, 'client', href), 'utf8');
  read.set(href, style);
  return style;
}

function layIn(stub: string, rendered: Buffer | null | undefined): Buffer {
  if (!rendered) return Buffer.from(stub); // a page's JSON address, or a redirect
  const at = stub.indexOf(bodyMarker);
  if (at < 0) throw new Error('the document has no place for the page');
  return Buffer.concat([Buffer.from(stub.slice(0, at)), rendered, Buffer.from(stub.slice(at + bodyMarker.length))]);
}

/** Sends a page that belongs to one person: never kept, by nobody. */
export function freshPages(render: RenderPage, count: (req: Request) => Promise<void>): RequestHandler {
  return async (req, res) => {
    await count(req);
    const page = await render(personalPage(req));
    res.writeHead(page.status, { ...page.headers, 'Cache-Control': 'private, no-store', Vary: 'Cookie' });
    res.end(page.body);
  };
}
