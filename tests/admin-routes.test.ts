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
/** What protects or pays asks for the password again (decision 1): always, or for the bodies that are named here. */
const asking: Record<string, object[]> = {
  'POST /api/admin/users': [newUser('admin'), newUser('moderator')],
  'PUT /api/admin/users/:id': [{}],
  'POST /api/admin/account-actions/:id/decide': [{ approved: true }],
  'PUT /api/admin/settings': [{}],
  'POST /api/admin/payments/:id/refund': [{}],
  'POST /api/admin/discrepancies/:id/resolve': [{}],
  'DELETE /api/admin/topics/:id': [{}], // cancels one that is not final, and pays back
  'POST /api/admin/topics/:id/cancel': [{}],
  'POST /api/admin/awards/:id/paid': [{}],
  'POST /api/admin/awards/:id/withhold': [{}],
  'GET /api/admin/awards/export': [{}],
};
/** Changes that neither protect nor pay, and those bodies of the above. A new call has to be entered here or there. */
const passing: Record<string, object> = {
  'POST /api/admin/users': newUser('user'),
  'POST /api/admin/users/:id/sessions/end': {},
  'POST /api/admin/users/:id/resend-code': {},
  'POST /api/admin/account-actions/:id/decide': { approved: false },
  'POST /api/admin/jobs/retry': {},
  'POST /api/admin/jobs/:id/retry': {},
  'POST /api/admin/jobs/:id/dismiss': {},
  'POST /api/admin/broadcast-email': {},
  'POST /api/admin/broadcast-email/preview': {},
  'POST /api/admin/broadcast-email/test': {},
  'POST /api/admin/broadcasts/:id/cancel': {},
  'POST /api/admin/topics': {},
  'POST /api/admin/topics/import': {},
  'PUT /api/admin/topics/:id': {},
  'POST /api/admin/topics/:id/switches': {},
  'POST /api/admin/topics/:id/duplicate': {},
  'POST /api/admin/topic-pictures': {},
  'POST /api/admin/choices': {},
  'DELETE /api/admin/choices/:id': {},
  'POST /api/admin/choices/:id/spelling': {},
  'POST /api/admin/topics/:id/correction': {},
};
const nameOf = ({ method, path }: (typeof own)[number]) => `${method.toUpperCase()} ${path}`;
function newUser(role: string) {
  return { username: `Asked ${role}`, email: `asked-${role}@example.org`, password: 'long enough', role };
}

/** Numbers that nothing has, and no body: whoever may call is told what is wrong with that. */
const call = (cookie: string, { method, path }: (typeof own)[number], body?: object) =>
  caller(app, { cookie })[method](path.replace(/:\w+/g, '2000000000'), body);

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

describe('an admin whose password was given more than 15 minutes ago, or never', () => {
  const changing = own.filter(({ method }) => method !== 'get').map(nameOf);

  it('is asked for it by every call that protects or pays, before anything else', async () => {
    const admin = await createUser(db, { role: 'admin' });
    for (const passwordAgeMinutes of [15.1, null, -1]) {
      const cookie = await cookieOf({ ...admin, passwordAgeMinutes });
      for (const route of own) {
        for (const body of asking[nameOf(route)] ?? []) {
          const response = await call(cookie, route, body);
          expect([nameOf(route), response.status, response.body.code]).toEqual([nameOf(route), 403, 'password_needed']);
        }
      }
    }
    expect(await db('accounts.users').whereLike('username', 'Asked%')).toEqual([]);
  });

  it('is asked by no other, and by none within the 15 minutes', async () => {
    const admin = await createUser(db, { role: 'admin' });
    const old = await cookieOf({ ...admin, passwordAgeMinutes: 60 });
    const young = await cookieOf({ ...admin, passwordAgeMinutes: 14.5 });
    for (const route of own.filter(({ path }) => !path.endsWith('/live'))) {
      const body = passing[nameOf(route)];
      if (body || !asking[nameOf(route)]) {
        expect([nameOf(route), (await call(old, route, body)).body.code]).not.toContain('password_needed');
      }
      for (const asked of asking[nameOf(route)] ?? []) {
        expect([nameOf(route), (await call(young, route, asked)).body.code]).not.toContain('password_needed');
      }
    }
  });

  it('meets no change that nobody has thought about', () => {
    const known = new Set([...Object.keys(asking), ...Object.keys(passing)]);
    expect(changing.filter((name) => !known.has(name))).toEqual([]);
    expect([...known].filter((name) => !own.map(nameOf).includes(name))).toEqual([]);
    const declared = own.filter((route) => route.asksPassword).map(nameOf);
    expect(declared.sort()).toEqual(Object.keys(asking).sort());
  });
});

it('every address of the back office is for admins alone', () => {
  const others = routes.filter(({ path, who }) => path.startsWith('/api/admin/') && who !== 'admin');
  expect(others.map(({ path }) => path)).toEqual([]);
  expect(own.length).toBeGreaterThan(10);
});

it('an admin who has been suspended is nobody', async () => {
  const suspended = await cookieOf(await createUser(db, { role: 'admin', suspended: true }));
  expect((await caller(app, { cookie: suspended }).get('/api/admin/stats')).status).toBe(401);
});
