import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createUser } from '#tests/factories/users.ts';
import { caller, testSite } from '#tests/support/site.ts';
import { loadTexts } from '../i18n/server.ts';
import { AppError, type ErrorCode, errorStatus } from '../shared/errors.ts';
import { languageHeader, languages } from '../shared/languages.ts';
import { asAppError, errorBody } from './errors.ts';

const { app, db, cookieOf } = await testSite();
const texts = await loadTexts();
const visitor = caller(app);

describe('an address that is not there', () => {
  it.each(['get', 'post'] as const)('answers %s with 404 in JSON', async (method) => {
    const response = await visitor[method]('/api/nothing')
      .expect(404)
      .expect('Content-Type', /^application\/json/);
    expect(response.body).toEqual({ code: 'not_found', message: 'There is nothing at this address.' });
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('is told nobody to keep, outside the API too', async () => {
    for (const path of ['/assets/nothing.js', '/%zz']) {
      const { headers, status } = await visitor.get(path);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(headers['cache-control'], path).toBe('no-store');
    }
  });

  it('answers a method that a route does not have like one that is not there', async () => {
    const { body } = await visitor.post('/api/topics').expect(404);
    expect(body.code).toBe('not_found');
  });
});

describe('the language of an error', () => {
  const english = 'There is nothing at this address.';
  const spanish = 'No hay nada en esta dirección.';
  const french = 'Il n’y a rien à cette adresse.';

  it.each([
    ['', '', english],
    ['', 'lang=es', spanish],
    ['', 'lang=fr', french],
    ['?lng=es', '', spanish],
    ['?lng=fr', '', french],
    ['?lng=fr', 'lang=es', french],
    ['?lng=de', 'lang=es', spanish],
    ['', 'lang=de', english],
  ])('with %j and cookie %j: %s', async (query, cookie, message) => {
    const { body } = await caller(app, { cookie }).get(`/api/topics/999999${query}`).expect(404);
    expect(body).toEqual({ code: 'not_found', message });
  });

  it('is the one that a page of this site names for its calls, whatever the cookie says by then', async () => {
    const inTwoTabs = caller(app, { cookie: 'lang=es' });
    const { body } = await inTwoTabs.get('/api/topics/999999').set(languageHeader, 'fr').expect(404);
    expect(body.message).toBe(french);
  });

  it('is the one that the signed-in person prefers, and not the browser’s', async () => {
    const user = await createUser(db);
    await db('accounts.users').where({ id: user.id }).update({ preferred_language: 'es' });
    const { body } = await caller(app, { cookie: await cookieOf(user) })
      .get('/api/topics/999999')
      .set('Accept-Language', 'fr');
    expect(body.message).toBe(spanish);
  });

  it('is that of its fields too, and of what is refused before any route', async () => {
    const french = caller(app, { cookie: 'lang=fr' });
    const { body } = await french.post('/api/auth/login', { email: '', admin: true }).expect(400);
    expect(body).toEqual({
      code: 'invalid',
      message: 'Veuillez vérifier votre saisie.',
      errors: {
        email: 'Ce champ est obligatoire',
        password: 'Ce champ est obligatoire',
        admin: 'Ce champ n’est pas connu',
      },
    });
    const malformed = await french.get('/api/topics/%zz').expect(400);
    expect(malformed.body.message).toBe('La demande n’a pas pu être lue.');
  });
});

it('an error that nobody expected says nothing of the inside, and names its request', async () => {
  await db.raw('alter table voting.topics rename to hidden_from_all');
  try {
    const response = await visitor.get('/api/topics/1').expect(500);
    expect(response.body).toEqual({ code: 'internal', message: 'Something went wrong. Please try again.' });
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(response.headers['cache-control']).toBe('no-store');
  } finally {
    await db.raw('alter table voting.hidden_from_all rename to topics');
  }
  await visitor.get('/api/topics/1').expect(404);
});

describe('every code', () => {
  const codes = Object.keys(errorStatus) as ErrorCode[];

  it.each(languages)('has a text of its own in %s', (language) => {
    const own = Object.keys(texts.resources(language, ['errors']).errors ?? {});
    for (const code of codes) {
      expect(own.map((key) => key.replace(/_(one|many|other)$/, ''))).toContain(code);
      const { message } = errorBody(new AppError(code), texts.translator(language));
      if (code !== 'too_many_requests') expect(message).toMatch(/^\p{Lu}.*\p{Ll}/u);
    }
  });

  it.each([
    ['en', 1, 'Too many tries. Please wait 1 second.'],
    ['en', 30, 'Too many tries. Please wait 30 seconds.'],
    ['es', 1, 'Demasiados intentos. Espera 1 segundo.'],
    ['fr', 30, 'Trop d’essais. Veuillez attendre 30 secondes.'],
  ] as const)('that bids to wait says how long: %s, %i s', (language, retryAfter, message) => {
    const refusal = new AppError('too_many_requests', { retryAfter });
    expect(errorBody(refusal, texts.translator(language)).message).toBe(message);
  });
});

describe('what went wrong', () => {
  const Form = z.strictObject({
    name: z
      .string()
      .min(2)
      .max(3)
      .regex(/^[a-z]+$/, 'username_characters'),
    email: z.email('email_invalid'),
    items: z.array(z.object({ rank: z.int() })),
  });
  const refusal = (value: unknown) => {
    const { error } = Form.safeParse(value, { reportInput: true });
    return asAppError(error);
  };

  it('with the fields is told once for each of them, by what comes first', () => {
    expect(refusal({ name: 'X', email: 'x', items: [{ rank: 1 }, { rank: 'x' }], role: 1, admin: 2 })).toMatchObject({
      code: 'invalid',
      fields: {
        name: 'too_short',
        email: 'email_invalid',
        'items.1.rank': 'invalid',
        role: 'unknown_field',
        admin: 'unknown_field',
      },
    });
    expect(refusal({ name: 'long', email: 'a@example.org', items: [] }).fields).toEqual({ name: 'too_long' });
  });

  it.each([
    ['a field’s refusal as it is', new AppError('username_taken'), 'username_taken'],
    ['Redis that does not answer', Object.assign(new Error(), { name: 'MaxRetriesPerRequestError' }), 'unavailable'],
    ['Redis that answers too late', new Error('Command timed out'), 'unavailable'],
    ['Redis that is gone', new Error('Connection is closed.'), 'unavailable'],
    ['PostgreSQL that is gone', Object.assign(new Error(), { code: 'ECONNREFUSED' }), 'unavailable'],
    ['no free connection', Object.assign(new Error(), { name: 'KnexTimeoutError' }), 'unavailable'],
    ['an address that does not decode', new URIError('URI malformed'), 'malformed'],
    ['a broken invariant', new TypeError('x is not a function'), 'internal'],
    ['a query that PostgreSQL refuses', Object.assign(new Error(), { code: '42P01' }), 'internal'],
  ])('is told for %s', (_what, error, code) => {
    expect(asAppError(error).code).toBe(code);
  });
});
