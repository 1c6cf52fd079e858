import { gzipSync } from 'node:zlib';
import supertest from 'supertest';
import { describe, expect, it } from 'vitest';
import { caller, testSite } from '#tests/support/site.ts';

const { app } = await testSite();
const visitor = caller(app);
/** A route that anybody may call as often as he or she likes. */
const harmless = '/api/auth/logout';
const send = (body: string | Buffer, type = 'application/json') =>
  supertest(app)
    .post(harmless)
    .set('Content-Type', type)
    .serialize((raw) => raw) // as it is
    .send(body as string);

describe('a change', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/json'])(
    'is refused as %s: a form of another site could send that',
    async (type) => {
      const { body } = await send('{}', type).expect(415);
      expect(body.code).toBe('unsupported_media_type');
    },
  );

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'APPLICATION/JSON',
  ])('is taken as %s', async (type) => {
    await send('{}', type).expect(200);
  });

  it('is refused in another charset or compression than is known', async () => {
    const { body: charset } = await send('{}', 'application/json; charset=latin1').expect(415);
    expect(charset.code).toBe('unsupported_media_type');
    for (const utf of ['utf-16', 'utf-16le', 'UTF-32'])
      await send('{}', `application/json; charset=${utf}`).expect(415);
    const { body: encoding } = await send('{}').set('Content-Encoding', 'zstandard').expect(415);
    expect(encoding.code).toBe('unsupported_media_type');
  });

  it.each(['{', '{"email":}', '"text"', 'null', '{"email":"\t"}', '{} {}'])('is malformed as %j', async (text) => {
    const { body } = await send(text).expect(400);
    expect(body).toEqual({ code: 'malformed', message: 'The request could not be read.' });
  });

  it('may be 64 KB long and no longer, unpacked too', async () => {
    const of = (bytes: number) => JSON.stringify({ x: 'x'.repeat(bytes - JSON.stringify({ x: '' }).length) });
    await send(of(64 * 1024)).expect(200);
    const { body } = await send(of(64 * 1024 + 1)).expect(413);
    expect(body.code).toBe('payload_too_large');
    const packed = await send(gzipSync(of(64 * 1024 + 1)))
      .set('Content-Encoding', 'gzip')
      .expect(413);
    expect(packed.body.code).toBe('payload_too_large');
  });

  it.each([
    ['NUL', String.raw`{"x":"a\u0000b"}`],
    ['half a pair', String.raw`{"x":"\ud83d"}`],
    ['the other half', String.raw`{"x":"\udfc6 x"}`],
    ['a pair the wrong way round', String.raw`{"x":"\udfc6\ud83d"}`],
    ['NUL deep inside', String.raw`{"x":[{"y":["\u0000"]}]}`],
  ])('is malformed with %s in a text', async (_what, text) => {
    const { body } = await send(text).expect(400);
    expect(body.code).toBe('malformed');
  });

  it('may carry whole characters of all planes', async () => {
    await send(String.raw`{"x":"\ud83c\udfc6 ñ 榜"}`).expect(200);
  });
});

describe('where a change comes from', () => {
  const from = (headers: Record<string, string>) => visitor.post(harmless).set(headers);

  it.each([
    'http://evil.com',
    'https://evil.com',
    'http://podium.test.evil.com',
    'http://evil.com/podium.test',
    'http://podium.test:8080',
    'http://sub.podium.test',
    'null',
    '',
    'podium.test',
  ])('is refused with Origin %j', async (Origin) => {
    const { body } = await from({ Origin }).expect(403);
    expect(body.code).toBe('foreign_origin');
  });

  it('is refused from the host that was asked, but by another scheme', async () => {
    await from({ Origin: 'https://localhost:4000', Host: 'localhost:4000' }).expect(403);
  });

  it.each(['cross-site', 'same-site', 'none'])('is refused as Sec-Fetch-Site %s without an Origin', async (site) => {
    const { body } = await from({ 'Sec-Fetch-Site': site }).expect(403);
    expect(body.code).toBe('foreign_origin');
  });

  it.each([
    ['this site', { Origin: 'http://podium.test' }],
    ['this site, as the browser says', { Origin: 'http://podium.test', 'Sec-Fetch-Site': 'same-origin' }],
    ['the host that was asked', { Origin: 'http://localhost:4000', Host: 'localhost:4000' }],
    ['no page at all', {}],
    ['a page of this site, without an Origin', { 'Sec-Fetch-Site': 'same-origin' }],
  ])('is fine from %s', async (_what, headers) => {
    await from(headers as Record<string, string>).expect(200);
  });

  it('does not matter to who only reads', async () => {
    await visitor.get('/api/topics').set('Origin', 'http://evil.com').expect(200);
    await visitor.get('/api/topics').set('Sec-Fetch-Site', 'cross-site').expect(200);
  });
});

describe('an address', () => {
  it.each(['/api/topics/%', '/api/topics/%zz', '/api/topics/%C3%28', '/api/topics?x=%00', '/%ED%A0%BD'])(
    'is malformed as %s',
    async (address) => {
      const { body } = await visitor.get(address).expect(400);
      expect(body.code).toBe('malformed');
    },
  );
});
