import { expect, it } from 'vitest';
import { createUser } from '#tests/factories/users.ts';
import { caller, testSite } from '#tests/support/site.ts';

const { app, db, cookieOf } = await testSite();
const user = await createUser(db);
const { get, put } = caller(app, { cookie: await cookieOf(user) });
const address = '/api/users/preferences';

it('nothing is chosen at first; what is chosen is kept, and what is left out stays', async () => {
  expect((await get(address).expect(200)).body).toEqual({ preferredLanguage: 'auto', preferredCurrency: 'auto' });
  await put(address, { preferredLanguage: 'fr' }).expect(200);
  const saved = await put(`${address}?authenticated=true&email=other@example.org`, { preferredCurrency: 'JPY' }).expect(
    200,
  );
  expect(saved.body).toEqual({ preferredLanguage: 'fr', preferredCurrency: 'JPY' });
  await put(address, { preferredLanguage: 'auto' }).expect(200);
  await put(address, {}).expect(200);
  expect((await get(address)).body).toEqual({ preferredLanguage: 'auto', preferredCurrency: 'JPY' });
  expect((await get('/api/auth/user')).body).toMatchObject({ preferredLanguage: null, preferredCurrency: 'JPY' });
});

it.each([
  [{ preferredLanguage: 'de' }, 'preferredLanguage'],
  [{ preferredCurrency: 'XYZ' }, 'preferredCurrency'],
  [{ preferredCurrency: null }, 'preferredCurrency'],
])('refuses %j and names the field', async (body, field) => {
  expect(Object.keys((await put(address, body).expect(400)).body.errors)).toEqual([field]);
});

it('takes nothing else, and from nobody else', async () => {
  await put(address, { role: 'admin' }).expect(400);
  await caller(app).put(address, { preferredLanguage: 'fr' }).expect(401);
  await caller(app).get(address).expect(401);
  expect((await get('/api/auth/user')).body.role).toBe('user');
});
