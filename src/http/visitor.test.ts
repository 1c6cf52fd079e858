import type { Request } from 'express';
import { describe, expect, it } from 'vitest';
import { consentVersion } from '../shared/consent.ts';
import { visitorOf } from './visitor.ts';

interface Asking {
  lng?: string;
  cookies?: Record<string, string>;
  browser?: string;
  user?: object;
}

function visitor({ lng, cookies = {}, browser, user }: Asking) {
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ');
  const headers = { ...(cookie && { cookie }), ...(browser && { 'accept-language': browser }) };
  return visitorOf({
    query: lng === undefined ? {} : { lng },
    headers,
    user,
    get: () => undefined,
  } as unknown as Request);
}

const account = (preferredLanguage: string | null, preferredCurrency: string | null) => ({
  user: { id: 1, preferredLanguage, preferredCurrency },
});

describe('a visitor reads and pays', () => {
  it.each<[string, Asking, string, string]>([
    ['the first visit, from nowhere known', {}, 'en', 'USD'],
    ['the first visit from Britain', { browser: 'en-GB,en;q=0.9' }, 'en', 'GBP'],
    ['the first visit from Mexico: English, but pesos', { browser: 'es-MX,es;q=0.9,en;q=0.8' }, 'en', 'MXN'],
    ['the first visit from Switzerland', { browser: 'de-CH' }, 'en', 'CHF'],
    ['a link that names French', { lng: 'fr', browser: 'en-US' }, 'fr', 'EUR'],
    ['a link that names French, in Quebec', { lng: 'fr', browser: 'en-CA,fr-CA;q=0.8' }, 'fr', 'CAD'],
    ['a link that names Mexican Spanish', { lng: 'es-MX', browser: 'en-US' }, 'es', 'MXN'],
    ['a link that names what is not there', { lng: 'de-CH', browser: 'en-US' }, 'en', 'USD'],
    ['a chosen language', { cookies: { lang: 'es' }, browser: 'fr-FR' }, 'es', 'USD'],
    ['a chosen language with its region', { cookies: { lang: 'es-ES' }, browser: 'es-MX' }, 'es', 'EUR'],
    ['a link goes before the cookie', { lng: 'en', cookies: { lang: 'es-ES' } }, 'en', 'USD'],
    ['a chosen currency', { lng: 'fr', cookies: { userCurrency: 'JPY' } }, 'fr', 'JPY'],
    ['a currency that there is not', { lng: 'fr', cookies: { userCurrency: 'XYZ' } }, 'fr', 'EUR'],
    ['a currency in small letters', { cookies: { userCurrency: 'eur' } }, 'en', 'USD'],
    ['the account’s choices', { ...account('fr', 'GBP'), browser: 'en-US' }, 'fr', 'GBP'],
    [
      'the account’s currency before the cookie',
      { ...account(null, 'GBP'), cookies: { userCurrency: 'JPY' } },
      'en',
      'GBP',
    ],
    ['the cookie’s language before the account', { ...account('fr', null), cookies: { lang: 'es' } }, 'es', 'USD'],
    ['nonsense', { lng: '../..', cookies: { lang: ';;' }, browser: '*;q=x,,;' }, 'en', 'USD'],
    ['a header that is too long', { browser: `es,${'x'.repeat(300)}` }, 'en', 'USD'],
  ])('%s', (_who, asking, language, currency) => {
    expect(visitor(asking)).toMatchObject({ language, currency });
  });
});

describe('the browser’s own language is offered', () => {
  it.each<[Asking, string | null]>([
    [{ browser: 'es-MX,es;q=0.9,en;q=0.8' }, 'es'],
    [{ browser: 'fr' }, 'fr'],
    [{ browser: 'de,fr;q=0.8,en;q=0.9' }, null],
    [{ browser: 'de,fr;q=0.9,en;q=0.8' }, 'fr'],
    [{ browser: 'en-US,es;q=0.9' }, null],
    [{ browser: 'de' }, null],
    [{ browser: 'es;q=0,fr' }, 'fr'],
    [{}, null],
    [{ browser: 'es', cookies: { lang: 'en' } }, null],
    [{ browser: 'es', lng: 'en' }, null],
    [{ browser: 'es', ...account('en', null) }, null],
    [{ browser: 'es', cookies: { lang: 'xx' } }, 'es'],
  ])('%j: %s', (asking, offered) => {
    expect(visitor(asking).offeredLanguage).toBe(offered);
  });
});

describe('the cookie banner has been answered', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const answer = { accepted: true, timestamp: daysAgo(1), version: consentVersion };
  it.each<[string, string, boolean]>([
    ['yesterday', JSON.stringify(answer), true],
    ['364 days ago', JSON.stringify({ ...answer, timestamp: daysAgo(364) }), true],
    ['a year ago', JSON.stringify({ ...answer, timestamp: daysAgo(366) }), false],
    ['to be asked again', JSON.stringify({ ...answer, accepted: false }), false],
    ['for an older text', JSON.stringify({ ...answer, version: '0' }), false],
    ['without a time', JSON.stringify({ ...answer, timestamp: undefined }), false],
    ['as nonsense', '{', false],
    ['as null', 'null', false],
    ['never', '', false],
  ])('%s', (_when, cookiePreferences, given) => {
    expect(visitor({ cookies: { cookiePreferences } }).consentGiven).toBe(given);
  });
});
