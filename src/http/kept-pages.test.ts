import express, { type ErrorRequestHandler } from 'express';
import supertest from 'supertest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keptPages, type RenderedPage } from './kept-pages.ts';
import type { PageRequest } from './page-request.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  pass(60_000); // the process has been running for a while
});
afterEach(() => void vi.useRealTimers());

const maxAgeMs = 1_000;
const pass = (ms: number) => vi.advanceTimersByTime(ms);
const plain = { 'Content-Type': 'text/plain' };
const longText = 'How the crowd ranked them. '.repeat(200);

/** A site whose renders are counted and numbered; what is not kept is answered with 'fresh'. */
function site({ maxPages = 500, render }: { maxPages?: number; render?: () => Promise<RenderedPage> } = {}) {
  const rendered = vi.fn(async ({ url, visitor }: PageRequest): Promise<RenderedPage> => {
    const number = rendered.mock.calls.length;
    if (render) return render();
    const body = Buffer.from(`render ${number} of ${url} in ${visitor.language}. ${longText}`);
    return { status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body };
  });
  const app = express();
  app.disable('etag');
  app.use(keptPages(rendered, new Map([['X-Frame-Options', 'DENY']]), { maxAgeMs, maxPages }));
  app.use((_req, res) => void res.send('fresh'));
  app.use(((_error, _req, res, _next) => void res.status(500).send('broken')) as ErrorRequestHandler);
  const get = (path: string, headers: Record<string, string> = {}) =>
    supertest(app)
      .get(path)
      .set({ 'Accept-Encoding': 'identity', ...headers });
  return { app, rendered, get };
}

describe('a kept page', () => {
  it('is rendered once for all who ask while it is being rendered', async () => {
    const { promise, resolve } = Promise.withResolvers<RenderedPage>();
    const { rendered, get } = site({ render: () => promise });
    const asked = Promise.all(Array.from({ length: 20 }, () => get('/')));
    await vi.waitFor(() => expect(rendered).toHaveBeenCalled());
    pass(60_000); // however long it takes
    const late = get('/').then((response) => response);
    setTimeout(() => resolve({ status: 200, headers: plain, body: Buffer.from('page') }), 100);
    for (const response of [...(await asked), await late]) expect(response.text).toBe('page');
    expect(rendered).toHaveBeenCalledTimes(1);
  });

  it('is the same, with the same tag, until its time is over, and then rendered again', async () => {
    const { rendered, get } = site();
    const first = await get('/').expect(200);
    pass(maxAgeMs);
    const second = await get('/').expect(200);
    expect(second.text).toBe(first.text);
    expect(second.headers.etag).toMatch(/^W\/"[\w-]{20,}"$/);
    expect(second.headers.etag).toBe(first.headers.etag);
    expect(rendered).toHaveBeenCalledTimes(1);
    pass(1);
    const third = await get('/').expect(200);
    expect(third.text).toContain('render 2');
    expect(third.headers.etag).not.toBe(first.headers.etag);
  });

  it('is not sent again to who has it', async () => {
    const { get } = site();
    const { headers } = await get('/').expect(200);
    const known = { 'If-None-Match': headers.etag as string };
    const unchanged = await get('/', known).expect(304);
    expect(unchanged.text).toBe('');
    expect(unchanged.headers.etag).toBe(headers.etag);
    await get('/', { 'If-None-Match': '"another"' }).expect(200);
    pass(maxAgeMs + 1);
    await get('/', known).expect(200);
  });

  it('reads the same in every encoding', async () => {
    const { get, rendered } = site();
    const { text } = await get('/');
    const lengths = new Set<string>();
    for (let again = 0; again < 2; again++) {
      for (const [accepted, encoding] of [
        ['br', 'br'],
        ['gzip', 'gzip'],
        ['gzip, deflate, br, zstd', 'br'],
        ['gzip, br;q=0', 'gzip'],
        ['gzip;q=0.5, br', 'br'],
        ['identity', undefined],
        ['', undefined],
        ['zstd', undefined],
      ] as const) {
        const response = await get('/', { 'Accept-Encoding': accepted });
        expect(response.headers['content-encoding'], accepted).toBe(encoding);
        expect(response.headers.vary).toContain('Accept-Encoding');
        expect(response.text, accepted).toBe(text); // decoded by the client
        lengths.add(response.headers['content-length'] as string);
      }
    }
    expect(lengths.size).toBe(3);
    expect(rendered).toHaveBeenCalledTimes(1);
  });

  it('has the headers of every answer, its own, and never a cookie', async () => {
    const { get } = site();
    for (const response of [await get('/'), await get('/')]) {
      expect(response.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'x-frame-options': 'DENY',
        'cache-control': 'no-cache',
      });
      expect(response.headers.vary).toContain('Cookie');
      expect(response.headers).not.toHaveProperty('set-cookie');
    }
  });
});

describe('kept apart are', () => {
  it('what a page reads of its address', async () => {
    const { rendered, get } = site();
    for (let again = 0; again < 2; again++) {
      expect((await get('/topics')).text).toContain('of /topics in');
      expect((await get('/topics?q=a&page=2')).text).toContain('of /topics?q=a&page=2 in');
      expect((await get('/topics?x=1&page=2&q=a')).text).toContain('of /topics?q=a&page=2 in');
      expect((await get('/topics?q=b&q=a%26page%3D2')).text).toContain('of /topics?q=a%26page%3D2 in');
      expect((await get('/topics/sports/index.pageContext.json?q=a')).text).toContain('.pageContext.json?q=a in');
    }
    expect(rendered).toHaveBeenCalledTimes(4);
  });

  it('addresses and languages', async () => {
    const { rendered, get } = site();
    for (let again = 0; again < 2; again++) {
      expect((await get('/')).text).toContain('of / in en');
      expect((await get('/vote/1')).text).toContain('of /vote/1 in en');
      expect((await get('/', { Cookie: 'lang=es' })).text).toContain('of / in es');
      expect((await get('/?lng=fr')).text).toContain('of / in fr');
      expect((await get('/?lng=es', { Cookie: 'lang=fr' })).text).toContain('of / in es');
    }
    expect(rendered).toHaveBeenCalledTimes(4);
  });
});

describe('kept together are', () => {
  it.each([
    '?utm_source=mail',
    '?utm_source=a&utm_medium=b&utm_campaign=c',
    '?utm_x=1&lng=en',
    '?returnTo=/vote/1',
    '?q=a&page=2',
    '?x=1',
    '?lng[]=es',
    '?__proto__=1',
  ])('an address with and without parameters that its page does not read: %s', async (query) => {
    const { rendered, get } = site();
    const { text } = await get('/');
    expect((await get(`/${query}`)).text).toBe(text);
    expect(rendered).toHaveBeenCalledTimes(1);
    expect(rendered.mock.calls[0]?.[0].url).toBe('/');
  });

  it('a look at the headers alone and the page', async () => {
    const { app, rendered, get } = site();
    const { headers } = await supertest(app).head('/').set('Accept-Encoding', 'identity').expect(200);
    expect((await get('/')).headers.etag).toBe(headers.etag);
    expect(rendered).toHaveBeenCalledTimes(1);
  });
});

it('a render depends on nothing of a request but what the page is kept by', async () => {
  const { rendered, get } = site();
  const stranger = {
    Host: 'elsewhere.example',
    Forwarded: 'host=elsewhere.example',
    'X-Forwarded-Host': 'elsewhere.example',
    'X-Forwarded-Proto': 'https',
    'User-Agent': 'somebody',
    Referer: 'http://elsewhere.example/',
    Authorization: 'Bearer x',
    Cookie: 'a=b; podium.sid=x',
  };
  await get('/topics?q=a&secret=1', stranger);
  expect(rendered.mock.calls[0]?.[0]).toEqual({
    url: '/topics?q=a',
    visitor: { language: 'en', currency: 'USD', offeredLanguage: null, consentGiven: false },
    user: null,
    log: undefined,
    network: expect.any(String),
  });
});

describe('never kept is', () => {
  it('a page whose address is a secret', async () => {
    const { rendered, get } = site();
    for (let again = 0; again < 2; again++) {
      await get('/login?token=secret').expect(200).expect('Cache-Control', 'private, no-store');
    }
    expect(rendered).toHaveBeenCalledTimes(2);
  });

  it('a way elsewhere', async () => {
    const render = async () => ({ status: 301, headers: { Location: '/login' }, body: Buffer.from('') });
    const { rendered, get } = site({ render });
    for (let again = 0; again < 2; again++) await get('/login/').expect(301);
    expect(rendered).toHaveBeenCalledTimes(2);
  });

  it('a change', async () => {
    const { app, rendered } = site();
    expect((await supertest(app).post('/')).text).toBe('fresh');
    expect(rendered).not.toHaveBeenCalled();
  });

  it('a page that broke', async () => {
    let number = 0;
    const render = async () => {
      number += 1;
      return { status: number < 3 ? 500 : 200, headers: plain, body: Buffer.from(`render ${number}`) };
    };
    const { get } = site({ render });
    expect((await get('/').expect(500)).text).toBe('render 1');
    expect((await get('/').expect(500)).text).toBe('render 2');
    expect((await get('/').expect(200)).text).toBe('render 3');
    expect((await get('/').expect(200)).text).toBe('render 3');
  });

  it('a render that failed', async () => {
    let number = 0;
    const render = async () => {
      number += 1;
      if (number === 1) throw new Error('cannot render');
      return { status: 200, headers: plain, body: Buffer.from(`render ${number}`) };
    };
    const { get } = site({ render });
    expect((await get('/').expect(500)).text).toBe('broken');
    expect((await get('/').expect(200)).text).toBe('render 2');
  });
});

it('a page that is not there is kept as well, with its status', async () => {
  const render = async () => ({ status: 404, headers: plain, body: Buffer.from('nothing here') });
  const { rendered, get } = site({ render });
  const { headers } = await get('/nothing').expect(404);
  await get('/nothing', { 'If-None-Match': headers.etag as string }).expect(404);
  expect(rendered).toHaveBeenCalledTimes(1);
});

it('no more pages are kept than there may be: the oldest goes first', async () => {
  const { rendered, get } = site({ maxPages: 2 });
  for (const path of ['/vote/1', '/vote/2', '/vote/3']) await get(path);
  await get('/vote/3');
  await get('/vote/2');
  expect(rendered).toHaveBeenCalledTimes(3);
  await get('/vote/1');
  expect(rendered).toHaveBeenCalledTimes(4);
});
