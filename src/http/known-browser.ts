import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { cookiesOf } from './visitor.ts';

/** Which accounts a browser has signed in to. Behind TLS its name has the prefix `__Host-`. */
export const knownCookie = 'podium.known';
const yearMs = 365 * 24 * 60 * 60 * 1000;
/** Several people may share a browser. */
const mostAccounts = 5;

export interface KnownBrowsers {
  /**
   * Has the browser remember that somebody has signed in there. `mark` stands for the account and its present password and is
   * worth nothing by itself: what the browser gets is bound to a number of its own, names nobody, and cannot be made up.
   */
  remember(req: Request, mark: string): void;
  /** The browser's number for the first of these accounts that it knows. */
  knows(req: Request, marks: readonly string[]): string | undefined;
  /** Whether the browser remembers anything at all. */
  holdsAny(req: Request): boolean;
}

/** Browsers that have signed in before: their tries at a password are counted apart (decision 1). */
export function createKnownBrowsers(digest: (text: string) => string, secure: boolean): KnownBrowsers {
  const name = secure ? `__Host-${knownCookie}` : knownCookie;
  const entriesOf = (req: Request) => (cookiesOf(req)[name] ?? '').split('~').filter(Boolean).slice(0, mostAccounts);
  const entryFor = (id: string, mark: string) => `${id}.${digest(`${id} ${mark}`)}`;
  const idOf = (entry: string) => entry.slice(0, entry.indexOf('.'));
  const isFor = (entry: string, mark: string) => {
    const [given, expected] = [Buffer.from(entry), Buffer.from(entryFor(idOf(entry), mark))];
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  return {
    remember(req, mark) {
      const entries = entriesOf(req);
      const mine = entries.find((entry) => isFor(entry, mark)) ?? entryFor(randomBytes(12).toString('base64url'), mark);
      const kept = [mine, ...entries.filter((entry) => entry !== mine)].slice(0, mostAccounts);
      req.res?.cookie(name, kept.join('~'), { httpOnly: true, secure, sameSite: 'lax', path: '/', maxAge: yearMs });
    },
    knows(req, marks) {
      const mine = entriesOf(req).find((entry) => marks.some((mark) => isFor(entry, mark)));
      return mine && idOf(mine);
    },
    holdsAny: (req) => entriesOf(req).length > 0,
  };
}
