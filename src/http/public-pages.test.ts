import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import supertest from 'supertest';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { createUser, password } from '#tests/factories/users.ts';
import { caller, testSite } from '#tests/support/site.ts';
import type { RenderedPage, RenderPage } from './kept-pages.ts';
import type { PageRequest } from './page-request.ts';

/* Pages through the whole application: what strangers send must reach nobody else, and must not keep the process busy. */

const rendered = vi.fn<RenderPage>();
const page = (text: string): RenderedPage => ({
  status: 200,
  headers: { 'Content-Type': 'text/html' },
  body: Buffer.from(text),
});
beforeEach(() => {
  rendered.mockReset().mockImplementation(async ({ url, user }: PageRequest) => page(`${url} for ${user?.username}`));
});

const requestsPerMinute = 200;
const site = await testSite({
  renderPages: (request) => rendered(request),
  requestsPerMinute,
  pageCacheMs: 600_000, // however busy the machine is
});
const server = site.app.listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => void server.close());

let visitors = 0;
/** A visitor from a network that nobody else comes from. */
const visitor = (cookie = '') =>
  caller(site.app, { cookie, ip: `10.9.${Math.floor(++visitors / 250)}.${visitors % 250}` });

/** Sends a request target as it is; clients otherwise make a path of it. */
async function statusOf(target: string, method = 'GET'): Promise<number> {
  const { port } = server.address() as AddressInfo;
  const request = http.request({ port, host: '127.0.0.1', path: target, method }).end();
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}

it.each([
  ['http://elsewhere.example/login/', 404],
  ['http://elsewhere.example', 404],
  ['//elsewhere.example/login/', 404],
  ['/\\elsewhere.example/', 404],
  ['/%2Felsewhere.example/', 404],
  ['/%5Celsewhere.example/', 404],
  ['/vote//1', 404],
  [`/a${'/'.repeat(15_000)}x/`, 404],
  ['/@vite/client', 404],
  ['/@fs/etc/passwd', 404],
  ['/%40fs/etc/passwd', 404],
  ['/__vite_ping', 404],
  ['/%', 400],
  ['/%00', 400],
])('the request target %s is answered by %i, and nothing is rendered or kept for it', async (target, status) => {
  expect(await statusOf(target)).toBe(status);
  expect(rendered).not.toHaveBeenCalled();
});

it('the request target * names nothing', async () => {
  expect(await statusOf('*', 'OPTIONS')).toBe(404);
});

it('an address that ends in a slash leads to the one without, on this site', async () => {
  const { headers } = await visitor().get('/login/?lng=es&utm_source=a/').set('Host', 'elsewhere.example').expect(301);
  expect(headers.location).toBe('http://podium.test/login?lng=es&utm_source=a/');
  expect(rendered).not.toHaveBeenCalled();
});

it('a cookie that names no session counts as none', async () => {
  const { id } = await createUser(site.db);
  const ended = await site.cookieOf({ id });
  await caller(site.app, { cookie: ended }).post('/api/auth/logout').expect(200);
  for (const cookie of ['podium.sid=', 'podium.sid=invented', 'podium.sid=s%3Ainvented.signature', ended]) {
    const { headers } = await visitor(cookie).get('/about').expect(200);
    expect(headers['cache-control']).toContain('no-cache');
    expect(headers).not.toHaveProperty('set-cookie');
  }
  expect(rendered).toHaveBeenCalledTimes(1);
});

it('a page of somebody who is signed in is kept by nobody, and nobody else gets it', async () => {
  const { id, username } = await createUser(site.db);
  const cookie = await site.cookieOf({ id });
  for (let again = 0; again < 2; again++) {
    const { text, headers } = await visitor(cookie).get('/profile?tab=votes').expect(200);
    expect(text).toBe(`/profile?tab=votes for ${username}`);
    expect(headers['cache-control']).toBe('private, no-store');
  }
  expect(rendered).toHaveBeenCalledTimes(2);
  expect((await visitor().get('/profile')).text).toBe('/profile for undefined');
});

it('one network has its pages rendered so often in a minute and no oftener; kept pages are not counted', async () => {
  const busy = visitor();
  const answers: number[] = [];
  for (let number = 0; number < requestsPerMinute / 5 + 2; number++) {
    answers.push((await busy.get(`/nowhere-${number}`)).status);
  }
  expect(answers.filter((status) => status === 200)).toHaveLength(requestsPerMinute / 5);
  const refused = await busy.get('/nowhere-else').set('Accept', 'text/html').expect(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.headers['content-type']).toContain('text/html');
  await busy.get('/api/topics').expect(429);
  await visitor().get('/help').expect(200);
  await busy.get('/help').expect(200);
  await visitor().get('/api/topics').expect(200);
});

/** Renders wait here; whose turn it was stands in `turns`, and how many were rendered at once in `most`. */
function heldRenders() {
  const gate = Promise.withResolvers<void>();
  const seen = { turns: [] as string[], most: 0, now: 0 };
  rendered.mockImplementation(async ({ url }) => {
    seen.turns.push(url);
    seen.most = Math.max(seen.most, ++seen.now);
    await gate.promise;
    seen.now -= 1;
    return page(url);
  });
  return { gate, seen };
}
const begin = (requests: PromiseLike<supertest.Response>[]) => requests.map((request) => Promise.resolve(request));

it('a burst is rendered a few at a time, and what could not be rendered soon is told to come back', async () => {
  const { gate, seen } = heldRenders();
  const answers = begin(Array.from({ length: 230 }, (_, number) => visitor().get(`/burst-${number}`)));
  const shed = await Promise.race(answers);
  expect(shed.status).toBe(503);
  expect(shed.headers['retry-after']).toBe('5');
  gate.resolve();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(204);
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0);
  expect(seen.most).toBe(4);
});

it('a network that asks for many pages waits for those alone', async () => {
  const { gate, seen } = heldRenders();
  const busy = { ip: '10.8.0.1' };
  const flood = begin(Array.from({ length: 30 }, (_, number) => caller(site.app, busy).get(`/flood-${number}`)));
  await vi.waitFor(() => expect(seen.turns).toHaveLength(1));
  const other = begin([visitor().get('/somebody-else')]);
  await vi.waitFor(() => expect(seen.turns).toContain('/somebody-else'));
  expect(seen.turns.filter((url) => url.startsWith('/flood'))).toHaveLength(1);
  gate.resolve();
  expect((await Promise.all(other)).map(({ status }) => status)).toEqual([200]);
  await Promise.all(flood);
});

it('what is refused is shown to people in their language, and told to programs as JSON', async () => {
  const shown = await visitor('lang=es').get('/%').set('Accept', 'text/html,*/*;q=0.8').expect(400);
  expect(shown.text).toContain('<html lang="es">');
  expect(shown.text).not.toContain('{');
  const told = await visitor().get('/%').expect(400);
  expect(told.body.code).toBe('malformed');
});

it('behind TLS the session cookie is bound to this host', async () => {
  const behind = await testSite({ publicUrl: 'https://podium.test' });
  const { email } = await createUser(behind.db);
  const response = await supertest(behind.app)
    .post('/api/auth/login')
    .set({ 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '10.0.0.1' })
    .send({ email, password });
  const cookies = (response.headers['set-cookie'] ?? []) as unknown as string[];
  const cookie = cookies.find((one) => one.includes('podium.sid')) ?? '';
  expect(cookie).toMatch(/^__Host-podium\.sid=.*; Path=\/;.*; HttpOnly; Secure; SameSite=Lax$/);
  for (const one of cookies) expect(one).not.toContain('Domain');
});
