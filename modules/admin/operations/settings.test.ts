import { beforeEach, describe, expect, it } from 'vitest';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { caller, testSite } from '#tests/support/site.ts';

const site = await testSite();
const { app, db, cookieOf } = site;
let admin: TestUser;
let desk: ReturnType<typeof caller>;
beforeEach(async () => {
  for (const key of ['maintenance_mode', 'allow_registration'] as const)
    await site.settings.change(db, key, key !== 'maintenance_mode');
  admin = await createUser(db, { role: 'admin' });
  desk = caller(app, { cookie: await cookieOf(admin) });
});
const entries = () => db('platform.audit').where({ actor_id: admin.id }).orderBy('id');

describe('the settings', () => {
  it('are shown with their present values', async () => {
    const { body } = await desk.get('/api/admin/settings').expect(200);
    expect(body).toEqual({
      maintenance_mode: false,
      allow_registration: true,
      email_notifications: true,
      sms_notifications: true,
      push_notifications: true,
      email_verification: 'required',
      phone_verification: 'optional',
      sms_countries: expect.arrayContaining(['ES', 'GB', 'US']),
      sms_per_day: 2000,
      sms_per_country_and_day: 1000,
    });
  });

  it('are changed one at a time, act, and leave an entry with what was before', async () => {
    const { body } = await desk.put('/api/admin/settings', { key: 'allow_registration', value: false }).expect(200);
    expect(body.allow_registration).toBe(false);
    expect((await caller(app).get('/api/auth/settings').expect(200)).body.registrationOpen).toBe(false);
    expect(await entries()).toMatchObject([
      { action: 'setting_changed', subject_id: 'allow_registration', before: { value: true }, after: { value: false } },
    ]);
  });

  it('keep a list of countries in its order, each once, and leave an entry with both lists', async () => {
    await desk.put('/api/admin/settings', { key: 'sms_countries', value: ['es'] }).expect(200);
    const { body } = await desk
      .put('/api/admin/settings', { key: 'sms_countries', value: ['us', ' ES', 'US'] })
      .expect(200);
    expect(body.sms_countries).toEqual(['ES', 'US']);
    await desk.put('/api/admin/settings', { key: 'sms_countries', value: ['US', 'ES'] }).expect(200); // the same
    expect((await entries()).slice(1)).toMatchObject([{ before: { value: ['ES'] }, after: { value: ['ES', 'US'] } }]);
  });

  it('leave no entry where nothing changes', async () => {
    await desk.put('/api/admin/settings', { key: 'allow_registration', value: true }).expect(200);
    expect(await entries()).toEqual([]);
  });

  it.each([
    [{ key: 'allow_registration', value: 'yes' }, 'value'],
    [{ key: 'email_verification', value: true }, 'value'],
    [{ key: 'phone_verification', value: 'sometimes' }, 'value'],
    [{ key: 'sms_countries', value: [] }, 'value'],
    [{ key: 'sms_countries', value: ['ES', 'ZZ'] }, 'value'],
    [{ key: 'sms_countries', value: 'ES' }, 'value'],
    [{ key: 'sms_per_day', value: -1 }, 'value'],
    [{ key: 'sms_per_day', value: 1.5 }, 'value'],
    [{ key: 'sms_per_day', value: null }, 'value'],
    [{ key: 'sms_per_country_and_day', value: 2_000_000 }, 'value'],
    [{ key: 'colour', value: true }, 'key'],
    [{ key: 'allow_registration', value: true, extra: 1 }, 'extra'],
    [{ key: 'allow_registration' }, 'value'],
  ])('refuse %j and name the field', async (change, field) => {
    const { body } = await desk.put('/api/admin/settings', change).expect(400);
    expect(Object.keys(body.errors)).toEqual([field]);
    expect(await entries()).toEqual([]);
  });
});

describe('maintenance mode', () => {
  beforeEach(async () => {
    await desk.put('/api/admin/settings', { key: 'maintenance_mode', value: true }).expect(200);
  });

  it('answers everybody but admins 503, in their language and with when to look again', async () => {
    const voter = caller(app, { cookie: await cookieOf(await createUser(db)) });
    for (const [who, path] of [
      [caller(app), '/api/topics'],
      [voter, '/api/users/profile'],
    ] as const) {
      const response = await who.get(path).expect(503);
      expect(response.headers['retry-after']).toBe('300');
      expect(response.body.code).toBe('maintenance');
    }
    expect((await caller(app).get('/api/topics?lng=es').expect(503)).body.message).toContain('mantenimiento');
    await desk.get('/api/topics').expect(200);
    await desk.get('/api/admin/settings').expect(200);
  });

  it('spares logging in and out, health, and what the payment provider reports', async () => {
    await caller(app).post('/api/auth/login', { email: 'nobody@example.org', password: 'wrong' }).expect(401);
    await caller(app).post('/api/auth/logout').expect(200);
    await caller(app).get('/healthz').expect(200);
    await caller(app).post('/api/webhooks/stripe', {}).expect(400);
  });

  it('ends when the switch is turned again', async () => {
    await desk.put('/api/admin/settings', { key: 'maintenance_mode', value: false }).expect(200);
    await caller(app).get('/api/topics').expect(200);
  });
});
