import type { Request } from 'express';
import type { Logger } from '../platform/logger.ts';
import type { SessionUser } from '../shared/viewer.ts';
import { networkOf } from './network.ts';
import { type Visitor, visitorOf } from './visitor.ts';

/**
 * All that a render may depend on. A page that is kept for others gets an address made by `anonymousPage`, so that nothing else
 * of one visitor's request can reach them.
 */
export interface PageRequest {
  /** Path and query. */
  url: string;
  visitor: Visitor;
  user: SessionUser | null;
  /** For what goes wrong, and whose turn it is; never part of the page. */
  log: Logger | undefined;
  network: string;
}

/** The parameters that pages read while they are rendered for somebody who is not signed in, beside `lng`. */
const readParameters: [page: RegExp, names: string[]][] = [
  [/^\/(login|register)$/, ['returnTo', 'token']],
  [/^\/verify$/, ['email', 'phoneRequired', 'returnTo']],
  [/^\/(topics(\/[a-z]+)?|results)$/, ['q', 'page']],
  [/^\/(unsubscribe|subscriptions\/confirm)$/, ['token']],
];

/** A page's second address, which the browser asks for when it navigates by itself. */
export const jsonAddress = /(\/index)?\.pageContext\.json$/;

/** The page for anybody: its address carries the parameters that the page reads and no other. */
export function anonymousPage(req: Request): PageRequest {
  return { url: req.path + queryOf(req), visitor: visitorOf(req), user: null, ...askedBy(req) };
}

/** The page for whoever is asking. */
export function personalPage(req: Request): PageRequest {
  return { url: req.originalUrl, visitor: visitorOf(req), user: req.user ?? null, ...askedBy(req) };
}

/** What a kept page is kept by: every input of an anonymous render. Undefined where its address is a secret. */
export function keyOf({ url, visitor }: PageRequest): string | undefined {
  if (/[?&]token=/.test(url)) return undefined;
  const { language, currency, offeredLanguage, consentGiven } = visitor;
  return `${language} ${currency} ${offeredLanguage ?? ''} ${consentGiven ? 1 : 0} ${url}`;
}

const askedBy = (req: Request) => ({ log: req.log, network: networkOf(req.ip) });

function queryOf(req: Request): string {
  if (!req.url.includes('?')) return '';
  const page = req.path.replace(jsonAddress, '');
  const names = readParameters.find(([path]) => path.test(page))?.[1];
  if (!names) return '';
  const given = new URL(req.url, 'http://site.invalid').searchParams;
  // Of a parameter that is given twice the pages read the last.
  const read = names.flatMap((name) => {
    const value = given.getAll(name).at(-1);
    return value === undefined ? [] : [[name, value]];
  });
  return read.length > 0 ? `?${new URLSearchParams(read)}` : '';
}
