import { parseCookie } from 'cookie';
import type { Request, RequestHandler } from 'express';
import type { Texts } from '../i18n/server.ts';
import type { Logger } from '../platform/logger.ts';
import { chooseLanguage, type Language, languageCookie, languageHeader } from '../shared/languages.ts';
import type { Translate } from '../shared/translate.ts';
import type { SessionUser } from '../shared/viewer.ts';

declare global {
  namespace Express {
    interface Request {
      /** The log line prefix of this request (its id). */
      log?: Logger;
      /** The signed-in person, checked against the database; null for everybody else. */
      user?: SessionUser | null;
    }
  }
}

export function cookiesOf(req: Request): Record<string, string | undefined> {
  return req.headers.cookie ? parseCookie(req.headers.cookie) : {};
}

/** The language of the answer (decision 6). */
export function languageOf(req: Request): Language {
  return chooseLanguage(
    req.query.lng ?? req.get(languageHeader),
    cookiesOf(req)[languageCookie],
    req.user?.preferredLanguage,
  );
}

export function translatorOf(texts: Texts): (req: Request) => Translate {
  return (req) => texts.translator(languageOf(req));
}

/**
 * Finds out who is asking. A session counts only while the account's session_version is the one it began with, so that a
 * password reset or a suspension ends it at once, even if a request in flight has written it back to the store.
 */
export function findUser(
  sessionUser: (id: number, sessionVersion: number) => Promise<SessionUser | null>,
): RequestHandler {
  return async (req, _res, next) => {
    const { userId, sessionVersion } = req.session ?? {};
    req.user = userId && sessionVersion ? await sessionUser(userId, sessionVersion) : null;
    next();
  };
}
