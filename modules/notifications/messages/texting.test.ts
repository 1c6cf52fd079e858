import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SettingKey } from '#src/shared/settings.ts';
import { createUser, password, type TestUser } from '#tests/factories/users.ts';
import { browsersOf, mobile, newcomer } from '#tests/support/people.ts';
import { testSite } from '#tests/support/site.ts';

/* What may be texted is one question with one answer, whoever sends. */

const site = await testSite();
const { app, db, modules, settings, cookieOf } = site;
const browser = browsersOf(app);

beforeEach(async () => {
  await db('notifications.texts_by_day').delete();
  await db('notifications.messages').delete();
});
afterEach(async () => {
  await db('platform.settings').whereLike('key', 'sms_%').delete();
});
const set = (key: SettingKey, value: never) => settings.change(db, key, value);
const budget = (each: number, total: number) =>
  Promise.all([set('sms_per_country_and_day', each as never), set('sms_per_day', total as never)]);
const written = async () => (await db('notifications.messages').where({ channel: 'sms' })).length;
const send = (to: string) =>
  db.transaction((trx) =>
    modules.notifications.send(trx, {
      channel: 'sms',
      template: 'verification_code',
      to,
      language: 'en',
      values: { code: '123456', minutes: 10 },
    }),
  );
const wanted = (phoneNumber: string) => ({
  ...{ email: newcomer().email, phoneNumber, smsNotifications: true, gdprConsent: true, termsAccepted: true },
});

/** Every way in which somebody has a number texted. */
const ways: [
  string,
  (phoneNumber: string, user: TestUser) => Promise<{ status: number; body: { errors?: object } }>,
][] = [
  ['registering', (phoneNumber) => browser().post('/api/auth/register', { ...newcomer(), phoneNumber })],
  [
    'a new number in the profile',
    async (phoneNumber, user) => browser(await cookieOf(user)).put('/api/users/profile', { phoneNumber }),
  ],
  ['preferences', (phoneNumber) => browser().post('/api/subscription-preferences', wanted(phoneNumber))],
];

describe.each(ways)('%s', (_, ask) => {
  it.each([
    ['a premium number', '+34803123456'],
    ['a premium number of another country', '+33891234567'],
    ['a landline', '+34911234567'],
    ['a personal number', '+447012345678'],
    ['an internet number', '+33912345678'],
    ['a satellite', '+881612345678'],
    ['a satellite on the sea', '+870773123456'],
    ['an international network', '+8823450123456'],
    ['a country that is not in the settings', '+18765550123'],
    ['a number that does not exist', '+34100000000'],
  ])('is refused for %s, with what is wrong next to the field', async (__, phoneNumber) => {
    const { status, body } = await ask(phoneNumber, await createUser(db));
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['phoneNumber']]);
    expect(await written()).toBe(0);
  });

  it.each(['+12015550123', '+447400123456', '+525512345678'])('texts %s', async (phoneNumber) => {
    expect((await ask(phoneNumber, await createUser(db))).status).toBe(200);
    expect(await written()).toBe(1);
  });

  it('writes nothing once the day’s budget is used up', async () => {
    await budget(1, 1);
    expect(await send(mobile())).toBe(true);
    await ask(mobile(), await createUser(db));
    expect(await written()).toBe(1);
  });
});

describe('the budget', () => {
  it('of a country holds when many ask at once', async () => {
    await budget(5, 100);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(mobile())));
    expect(answers.filter(Boolean)).toHaveLength(5);
    expect(await written()).toBe(5);
    expect(await send('+33612345678')).toBe(true); // another country has its own
    expect(await modules.notifications.textsToday(db)).toEqual({
      total: 6,
      countries: [
        { country: 'ES', texts: 5 },
        { country: 'FR', texts: 1 },
      ],
    });
  });

  it('in all holds over countries, and what it refuses takes nothing of a country’s', async () => {
    await budget(100, 6);
    const numbers = ['+33612345678', '+12015550123', '+447400123456', '+34600111222'];
    const answers = await Promise.all(Array.from({ length: 24 }, (_, n) => send(numbers[n % 4] as string)));
    expect(answers.filter(Boolean)).toHaveLength(6);
    const { total, countries } = await modules.notifications.textsToday(db);
    expect([total, countries.reduce((sum, { texts }) => sum + texts, 0)]).toEqual([6, 6]);
  });

  it('counts what was written, not what was rolled back', async () => {
    const rolledBack = db.transaction(async (trx) => {
      const values = { code: '123456', minutes: 10 };
      const to = mobile();
      await modules.notifications.send(trx, {
        ...{ channel: 'sms', template: 'verification_code', to, language: 'en', values },
      });
      throw new Error('not after all');
    });
    await expect(rolledBack).rejects.toThrow('not after all');
    expect((await modules.notifications.textsToday(db)).total).toBe(0);
  });

  it('of none stops all text messages', async () => {
    await budget(0, 100);
    expect(await send(mobile())).toBe(false);
    await budget(100, 0);
    expect(await send(mobile())).toBe(false);
  });

  it('begins anew each day', async () => {
    await budget(1, 1);
    expect(await send(mobile())).toBe(true);
    expect(await send(mobile())).toBe(false);
    await db('notifications.texts_by_day').update({ day: db.raw('day - 1') });
    expect(await send(mobile())).toBe(true);
  });

  it('bounds numbers that are on file already, whose country has left the settings', async () => {
    const [to, other] = [mobile(), '+33612345678'];
    await set('sms_countries', ['FR'] as never);
    expect([await send(to), await send(other)]).toEqual([false, true]);
  });

  it('used up is told like a day’s codes that are used up: to who may know', async () => {
    await budget(1, 1);
    expect(await send(mobile())).toBe(true);
    const phoneNumber = mobile();
    const user = await createUser(db);
    await db('accounts.users').where({ id: user.id }).update({ phone_number: phoneNumber });
    const own = browser(await cookieOf(user));
    const asked = await own.post('/api/account/request-export', { reason: 'Mine.' }).expect(200);
    expect(asked.body).toMatchObject({ emailSent: true, smsSent: false });
    const admin = browser(await cookieOf(await createUser(db, { role: 'admin' })));
    const told = await admin.post(`/api/admin/users/${user.id}/resend-code`, { type: 'phone' }).expect(429);
    expect(told.body.code).toBe('codes_used_up');
  });

  it('used up tells nothing of an address', async () => {
    await budget(1, 1);
    expect(await send(mobile())).toBe(true);
    const owner = await createUser(db);
    const known = mobile();
    await db('accounts.users').where({ id: owner.id }).update({ phone_number: known, phone_verified_at: new Date() });
    const register = async (email: string, phoneNumber: string) => {
      const person = { ...newcomer(), email, password, phoneNumber };
      const { status, body } = await browser().post('/api/auth/register', person);
      return [status, body];
    };
    expect(await register(owner.email, known)).toEqual(await register(newcomer().email, mobile()));

    // Preferences in force, which need no message, are refused like others.
    const inForce = mobile();
    await db('notifications.subscriptions').insert({
      ...{ channel: 'sms', address: inForce, service: true, marketing: false, language: 'en' },
      ...{ privacy_version: '2024-12-18', terms_version: '2024-12-18' },
    });
    for (const phoneNumber of [inForce, mobile()]) {
      const refused = await browser().post('/api/subscription-preferences', wanted(phoneNumber)).expect(429);
      expect(refused.body.code).toBe('too_many_requests');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
  });
});

it('a number is one number however it is written: its limits and its opt-out hold', async () => {
  const email = newcomer().email;
  for (const typed of ['+4407400123457', '+44 (0)7400 123457', '+447400123457']) {
    await browser()
      .post('/api/subscription-preferences', { ...wanted(typed), email, marketingSMS: true })
      .expect(200);
  }
  const requests = () => db('notifications.subscription_requests').where({ address: '+447400123457' });
  expect(await requests()).toHaveLength(3);
  const optOut = { optOutType: 'sms', phoneNumber: '+4407400123457' };
  await browser().post('/api/subscription-preferences/opt-out', optOut).expect(200);
  expect(await requests().whereNull('withdrawn_at')).toEqual([]);
});

it('admins see what was texted today, and nobody else does', async () => {
  await send(mobile());
  const admin = browser(await cookieOf(await createUser(db, { role: 'admin' })));
  const { body } = await admin.get('/api/admin/texts-today').expect(200);
  expect(body).toEqual({ total: 1, countries: [{ country: 'ES', texts: 1 }] });
  await browser().get('/api/admin/texts-today').expect(401);
  await browser(await cookieOf(await createUser(db)))
    .get('/api/admin/texts-today')
    .expect(403);
});
