import { describe, expect, it } from 'vitest';
import { createUser } from './factories/users.ts';
import { caller, testSite } from './support/site.ts';

/* Every call of the back office, by everybody: nobody but admins gets anything but a refusal (specification 2, section 6). */

const { app, db, routes, cookieOf } = await testSite();
const own = routes.filter(({ who }) => who === 'admin');
const people = {
  visitor: '',
  user: await cookieOf(await createUser(db)),
  moderator: await cookieOf(await createUser(db, { role: 'moderator' })),
  admin: await cookieOf(await createUser(db, { role: 'admin' })),
};
/** Numbers that nothing has, and no body: whoever may call is told what is wrong with that. */
const call = (cookie: string, { method, path }: (typeof own)[number]) =>
  caller(app, { cookie })[method](path.replace(/:\w+/g, '2000000000'));

describe.each(own.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const))(
  '%s',
  (_name, route) => {
    it.each([
      ['visitor', 401, 'login_required'],
      ['user', 403, 'forbidden'],
      ['moderator', 403, 'forbidden'],
    ] as const)('refuses a %s', async (who, status, code) => {
      const response = await call(people[who], route);
      expect(response.status).toBe(status);
      expect(Object.keys(response.body).sort()).toEqual(['code', 'message']);
      expect(response.body.code).toBe(code);
    });

    if (!route.path.endsWith('/live')) {
      it('answers an admin, and never with an error of its own', async () => {
        const { status } = await call(people.admin, route);
        expect([200, 201, 202, 204, 400, 404, 409, 413, 415]).toContain(status);
      });
    }
  },
);

it('every address of the back office is for admins alone', () => {
  const others = routes.filter(({ path, who }) => path.startsWith('/api/admin/') && who !== 'admin');
  expect(others.map(({ path }) => path)).toEqual([]);
  expect(own.length).toBeGreaterThan(10);
});

it('an admin who has been suspended is nobody', async () => {
  const suspended = await cookieOf(await createUser(db, { role: 'admin', suspended: true }));
  expect((await caller(app, { cookie: suspended }).get('/api/admin/stats')).status).toBe(401);
});
