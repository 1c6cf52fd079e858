import { describe, expect, it } from 'vitest';
import type { SettingKey, SettingValue } from '#src/shared/settings.ts';
import { type Verification, verifications } from '#src/shared/verification.ts';
import { createUser, password } from '#tests/factories/users.ts';
import { codeFor, codeTextedTo } from '#tests/support/codes.ts';
import { browsersOf, mobile, newcomer } from '#tests/support/people.ts';
import { cookiesFrom, testSite } from '#tests/support/site.ts';

/* What the system settings make of a registration: every combination, and changes under way. */

const site = await testSite({ poolMax: 10 });
const { app, db, mails, sms } = site;
const browser = browsersOf(app);

const set = <Key extends SettingKey>(key: Key, value: SettingValue<Key>) => site.settings.change(db, key, value);
const verification = async (email: Verification, phone: Verification) => {
  await set('email_verification', email);
  await set('phone_verification', phone);
};
const row = (email: string) => db('accounts.users').where({ email }).first();

interface Expected {
  /** What the registration waits for; '-' refuses it. */
  waits: 'both' | 'email' | 'phone' | 'nothing' | '-';
  /** Which codes are sent. */
  sent: ('mail' | 'text')[];
}
const table: [email: Verification, phone: Verification, number: 'none' | 'given', expected: Expected][] = [
  ['required', 'required', 'none', { waits: '-', sent: [] }],
  ['required', 'required', 'given', { waits: 'both', sent: ['mail', 'text'] }],
  ['required', 'optional', 'none', { waits: 'email', sent: ['mail'] }],
  ['required', 'optional', 'given', { waits: 'both', sent: ['mail', 'text'] }],
  ['required', 'disabled', 'none', { waits: 'email', sent: ['mail'] }],
  ['required', 'disabled', 'given', { waits: 'email', sent: ['mail'] }],
  ['optional', 'required', 'none', { waits: '-', sent: [] }],
  ['optional', 'required', 'given', { waits: 'phone', sent: ['mail', 'text'] }],
  ['optional', 'optional', 'none', { waits: 'nothing', sent: ['mail'] }],
  ['optional', 'optional', 'given', { waits: 'phone', sent: ['mail', 'text'] }],
  ['optional', 'disabled', 'none', { waits: 'nothing', sent: ['mail'] }],
  ['optional', 'disabled', 'given', { waits: 'nothing', sent: ['mail'] }],
  ['disabled', 'required', 'none', { waits: '-', sent: [] }],
  ['disabled', 'required', 'given', { waits: 'phone', sent: ['text'] }],
  ['disabled', 'optional', 'none', { waits: 'nothing', sent: [] }],
  ['disabled', 'optional', 'given', { waits: 'phone', sent: ['text'] }],
  ['disabled', 'disabled', 'none', { waits: 'nothing', sent: [] }],
  ['disabled', 'disabled', 'given', { waits: 'nothing', sent: [] }],
];

describe('with verification of', () => {
  it('every combination has a row here', () => {
    expect(new Set(table.map((entry) => entry.slice(0, 3).join())).size).toBe(verifications.length ** 2 * 2);
  });

  it.each(table)(
    'e-mail %s and phone %s, a registration with the number %s',
    async (email, phone, number, expected) => {
      await verification(email, phone);
      const form = await browser().get('/api/auth/settings').expect(200);
      expect(form.body).toEqual({ registrationOpen: true, email, phone });

      const phoneNumber = number === 'given' ? mobile() : '';
      const person = newcomer();
      const answer = await browser().post('/api/auth/register', { ...person, phoneNumber });
      await site.deliver();
      const sent = [
        ...(mails.some(({ to }) => to === person.email) ? ['mail'] : []),
        ...(sms.some(({ to }) => to === phoneNumber) ? ['text'] : []),
      ];
      expect(sent).toEqual(expected.sent);
      if (expected.waits === '-') {
        expect([answer.status, answer.body.errors]).toEqual([400, { phoneNumber: 'This field is required' }]);
        expect(await row(person.email)).toBeUndefined();
        return;
      }

      const waitsFor = { email: /email|both/.test(expected.waits), phone: /phone|both/.test(expected.waits) };
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        requiresVerification: expected.waits !== 'nothing',
        phoneVerificationRequired: waitsFor.phone,
      });
      let home = browser(cookiesFrom(answer));
      expect((await home.get('/api/auth/verification').expect(200)).body).toEqual({
        email: person.email,
        emailVerified: email === 'disabled',
        phoneRequired: number === 'given' && phone !== 'disabled',
        phoneVerified: false,
      });
      await home.get('/api/auth/user').expect(expected.waits === 'nothing' ? 200 : 401);
      const login = () => browser().post('/api/auth/login', { email: person.email, password });
      await login().expect(expected.waits === 'nothing' ? 200 : 403);

      const codes = { email: () => codeFor(mails, person.email), phone: () => codeTextedTo(sms, phoneNumber) };
      const waiting = (['email', 'phone'] as const).filter((kind) => waitsFor[kind]);
      for (const [step, kind] of waiting.entries()) {
        const proved = await home
          .post(`/api/auth/verify-${kind}`, { email: person.email, code: codes[kind]() })
          .expect(200);
        expect(proved.body.signedIn).toBe(step === waiting.length - 1);
        if (proved.body.signedIn) home = browser(cookiesFrom(proved));
      }
      await home.get('/api/auth/user').expect(200);
      await login().expect(200);

      if (email === 'optional') {
        // The code of the mail is redeemed later, in the account that is in use.
        expect((await row(person.email)).email_verified_at).toBeNull();
        home = browser(cookiesFrom(await login().expect(200)));
        const proved = await home
          .post('/api/auth/verify-email', { email: person.email, code: codes.email() })
          .expect(200);
        expect(proved.body.signedIn).toBe(true);
        expect((await row(person.email)).email_verified_at).not.toBeNull();
        home = browser(cookiesFrom(proved));
        await home.get('/api/auth/user').expect(200);
        expect((await home.get('/api/auth/verification').expect(200)).body.emailVerified).toBe(true);
      }
    },
  );
});

describe('where addresses need not be verified', () => {
  it.each(['optional', 'disabled'] as const)('(%s) nobody comes into the account of another', async (email) => {
    await verification(email, 'optional');
    const owner = await createUser(db);
    const answer = await browser()
      .post('/api/auth/register', { ...newcomer(), email: owner.email })
      .expect(200);
    expect(answer.body.requiresVerification).toBe(true);
    const home = browser(cookiesFrom(answer));
    await home.get('/api/auth/user').expect(401);
    expect((await home.get('/api/auth/verification').expect(200)).body.emailVerified).toBe(false);
    await site.deliver();
    expect(mails.find(({ to }) => to === owner.email)?.subject).toBe('You already have a Podium account');
    expect(await db('accounts.codes').where({ address: owner.email })).toEqual([]);
  });

  it('an account in use is not replaced, and two registrations of one address at once make one account', async () => {
    await verification('disabled', 'disabled');
    const person = newcomer();
    const both = await Promise.all(
      ['first one', 'second one'].map((username) =>
        browser().post('/api/auth/register', { ...person, username: `${username} ${person.username}` }),
      ),
    );
    expect(both.map(({ status, body }) => [status, body.requiresVerification]).sort()).toEqual([
      [200, false],
      [200, true],
    ]);
    expect(await db('accounts.users').where({ email: person.email }).whereNotNull('claimed_at')).toHaveLength(1);
  });

  it('an unproved address gives no right: what it is to be sent waits for its link', async () => {
    await verification('optional', 'disabled');
    const person = newcomer();
    const home = browser(cookiesFrom(await browser().post('/api/auth/register', person).expect(200)));
    const preferences = {
      email: person.email,
      emailNotifications: true,
      marketingEmails: true,
      gdprConsent: true,
      termsAccepted: true,
    };
    await home.post('/api/subscription-preferences', preferences).expect(200);
    expect(await db('notifications.subscriptions').where({ address: person.email })).toEqual([]);
    await db('accounts.users').where({ email: person.email }).update({ email_verified_at: db.fn.now() });
    await home.post('/api/subscription-preferences', preferences).expect(200);
    expect(await db('notifications.subscriptions').where({ address: person.email })).toHaveLength(1);
  });
});

describe('settings that change meanwhile', () => {
  it('let a registration in that waited for what is not asked any more, at its login', async () => {
    await verification('required', 'disabled');
    const person = newcomer();
    await browser().post('/api/auth/register', person).expect(200);
    await verification('disabled', 'disabled');
    await browser().post('/api/auth/login', { email: person.email, password }).expect(200);
    expect((await row(person.email)).claimed_at).not.toBeNull();
  });

  it('ask an account in use for its address once that is required, but for no number', async () => {
    await verification('disabled', 'disabled');
    const person = newcomer();
    await browser()
      .post('/api/auth/register', { ...person, phoneNumber: mobile() })
      .expect(200);
    await verification('optional', 'required');
    await browser().post('/api/auth/login', { email: person.email, password }).expect(200);
    await verification('required', 'required');
    const refused = await browser().post('/api/auth/login', { email: person.email, password }).expect(403);
    await site.deliver();
    const home = browser(cookiesFrom(refused));
    const proved = await home
      .post('/api/auth/verify-email', { email: person.email, code: codeFor(mails, person.email) })
      .expect(200);
    expect(proved.body.signedIn).toBe(true);
  });

  it('close the registration, and neither the login nor what is under way', async () => {
    await verification('required', 'optional');
    const person = newcomer();
    const home = browser(cookiesFrom(await browser().post('/api/auth/register', person).expect(200)));
    await set('allow_registration', false);
    const late = newcomer();
    const { body } = await browser().post('/api/auth/register', late).expect(403);
    expect(body).toEqual({ message: 'Registration is closed at the moment.', code: 'registration_closed' });
    expect(await row(late.email)).toBeUndefined();
    expect((await browser().get('/api/auth/settings').expect(200)).body.registrationOpen).toBe(false);
    await site.deliver();
    const code = codeFor(mails, person.email);
    expect((await home.post('/api/auth/verify-email', { email: person.email, code }).expect(200)).body.signedIn).toBe(
      true,
    );
    await set('allow_registration', true);
  });
});
