import { parseCookie } from 'cookie';
import type { Request } from 'express';
import type { Texts } from '../i18n/server.ts';
import type { Logger } from '../platform/logger.ts';
import { consentKey, readPreferences } from '../shared/consent.ts';
import {
  asLanguage,
  asTag,
  chooseLanguage,
  chosenTag,
  type Language,
  type LanguageSources,
  languageCookie,
  languageHeader,
} from '../shared/languages.ts';
import { asCurrency, type Currency, currencyKey, currencyOfTag } from '../shared/money.ts';
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

type Cookies = ReturnType<typeof cookiesOf>;

const sourcesOf = (req: Request, cookies: Cookies): LanguageSources => ({
  query: req.query.lng ?? req.get(languageHeader),
  cookie: cookies[languageCookie],
  preference: req.user?.preferredLanguage,
});

/** The language of the answer (decision 6). */
export function languageOf(req: Request): Language {
  return chooseLanguage(sourcesOf(req, cookiesOf(req)));
}

/** What a page depends on besides its address and who is signed in. */
export interface Visitor {
  language: Language;
  currency: Currency;
  /** The browser's own language, where the site has it and nothing was chosen yet: offered, never switched to. */
  offeredLanguage: Language | null;
  /** Whether the cookie banner has been answered. */
  consentGiven: boolean;
}

export function visitorOf(req: Request): Visitor {
  const cookies = cookiesOf(req);
  const chosen = chosenTag(sourcesOf(req, cookies));
  const browser = browserTags(req.headers['accept-language']);
  const language = asLanguage(chosen) ?? 'en';
  const offered = chosen === undefined ? browser.map(asLanguage).find((spoken) => spoken !== undefined) : undefined;
  return {
    language,
    currency:
      req.user?.preferredCurrency ??
      asCurrency(cookies[currencyKey]) ??
      currencyOfTag(withRegion(chosen ?? browser[0] ?? language, browser)),
    offeredLanguage: offered === undefined || offered === language ? null : offered,
    consentGiven: readPreferences(cookies[consentKey], Date.now())?.accepted === true,
  };
}

/** The tag with the region that the browser gives to the same language, where it has none of its own. */
function withRegion(tag: string, browser: readonly string[]): string {
  return tag.includes('-') ? tag : (browser.find((other) => other.toLowerCase().startsWith(`${tag}-`)) ?? tag);
}

const parsedTags = new Map<string, string[]>();

/** The language tags of an Accept-Language header, most wanted first. Browsers send few different ones: they are remembered. */
function browserTags(header: string | undefined): readonly string[] {
  if (!header || header.length > 200) return [];
  let tags = parsedTags.get(header);
  if (!tags) {
    tags = header
      .split(',')
      .map((part) => {
        const [tag, quality] = part.trim().split(/\s*;\s*q=/);
        return { tag: asTag(tag), quality: Number(quality ?? 1) };
      })
      .filter(({ quality }) => quality > 0)
      .sort((a, b) => b.quality - a.quality)
      .flatMap(({ tag }) => tag ?? []);
    if (parsedTags.size >= 1_000) parsedTags.clear();
    parsedTags.set(header, tags);
  }
  return tags;
}

export function translatorOf(texts: Texts): (req: Request) => Translate {
  return (req) => texts.translator(languageOf(req));
}

/**
 * Who is asking. A session counts only while the account's session_version is the one it began with, so that what bumps it (a
 * password reset, a suspension, ending all other sessions) ends it at once.
 */
export async function userOf(
  req: Request,
  sessionUser: (id: number, sessionVersion: number) => Promise<SessionUser | null>,
): Promise<SessionUser | null> {
  const { userId, sessionVersion } = req.session ?? {};
  return userId && sessionVersion ? sessionUser(userId, sessionVersion) : null;
}
