import { afterEach, describe, expect, it } from 'vitest';
import { createUser } from '#tests/factories/users.ts';
import { codeFor, codeTextedTo, wrong } from '#tests/support/codes.ts';
import { browsersOf, mobile, newcomer } from '#tests/support/people.ts';
import { cookiesFrom, testSite } from '#tests/support/site.ts';

/* A right code in another browser than the one that registered: whoever proves the address there sets the password there. */

const site = await testSite();
const { app, db, mails, sms, settings } = site;
const browser = browsersOf(app);
const chosen = 'chosen by the owner';

afterEach(async () => {
  await settings.change(db, 'email_verification', 'required');
  await settings.change(db, 'phone_verification', 'optional');
});

const registered = async (change: { email?: string; password?: string; phoneNumber?: string } = {}) => {
  const person = { ...newcomer(), phoneNumber: '', ...change };
  const home = browser(cookiesFrom(await browser().post('/api/auth/register', person).expect(200)));
  await site.deliver();
  return { ...person, home };
};
const enter = (kind: 'email' | 'phone', email: string, code: string, from = browser()) =>
  from.post(`/api/auth/verify-${kind}`, { email, code });
const setPassword = (token: string, password = chosen) =>
  browser().post('/api/auth/reset-password', { token, password });
const login = (email: string, password: string) => browser().post('/api/auth/login', { email, password });
const row = (email: string) => db('accounts.users').where({ email }).orderBy('id', 'desc').first();
const tokenFor = async (email: string) =>
  (await enter('email', email, codeFor(mails, email)).expect(200)).body.passwordToken as string;

describe('the code from the mail', () => {
  it('asks for a new password, signs nobody in, and leads to the login', async () => {
    const { email, password } = await registered();
    const { body, headers } = await enter('email', email, codeFor(mails, email)).expect(200);
    expect(body).toEqual({
      ...{ success: true, signedIn: false, passwordToken: expect.any(String) },
      message: 'The code is right. Please choose a new password.',
    });
    expect(headers['set-cookie']).toBeUndefined();
    expect(await row(email)).toMatchObject({ claimed_at: null, email_verified_at: null });
    await setPassword(body.passwordToken).expect(200);
    await login(email, password).expect(401);
    await login(email, chosen).expect(200);
  });

  it('does not hand the account to whoever registered the address after its owner', async () => {
    const owner = await registered();
    const attacker = await registered({ email: owner.email, password: 'chosen by another', phoneNumber: mobile() });
    await setPassword(await tokenFor(owner.email)).expect(200);
    await login(owner.email, 'chosen by another').expect(401);
    await attacker.home.get('/api/auth/verification').expect(404);
    // The number was the attacker's, and its code, which the attacker has, proves nothing any more.
    expect(await row(owner.email)).toMatchObject({ phone_number: null, email_verified_at: expect.any(Date) });
    const code = codeTextedTo(sms, attacker.phoneNumber);
    for (const from of [attacker.home, browser()]) await enter('phone', owner.email, code, from).expect(400);
    await login(owner.email, chosen).expect(200);
  });

  it('is used once, and the password within ten minutes', async () => {
    const { email } = await registered();
    const code = codeFor(mails, email);
    const token = await tokenFor(email);
    await enter('email', email, code).expect(400);
    await db('accounts.password_resets').update({ expires_at: db.raw("expires_at - interval '10 minutes'") });
    expect((await setPassword(token).expect(400)).body.code).toBe('reset_link_invalid');
    expect((await row(email)).claimed_at).toBeNull();
  });

  it('sets no password that is too short, and none after another has registered the address', async () => {
    const { email } = await registered();
    const token = await tokenFor(email);
    expect((await setPassword(token, '1234567').expect(400)).body.errors).toHaveProperty('password');
    await registered({ email });
    await setPassword(token).expect(400);
  });

  it('never changes an account that the registering browser has completed meanwhile', async () => {
    const { email, password, home } = await registered();
    const token = await tokenFor(email);
    await db.raw("update accounts.codes set created_at = created_at - interval '61 seconds'");
    await site.modules.accounts.resendCode({ email, type: 'email' }, 'en');
    await site.deliver();
    expect((await enter('email', email, codeFor(mails, email), home).expect(200)).body.signedIn).toBe(true);
    await setPassword(token).expect(400);
    await login(email, password).expect(200);
  });

  it('entered in both browsers at once goes to one of them', async () => {
    const { email, home, password } = await registered();
    const code = codeFor(mails, email);
    const [there, here] = await Promise.all([enter('email', email, code), enter('email', email, code, home)]);
    expect([there.status, here.status].sort()).toEqual([200, 400]);
    if (here.status === 200) return login(email, password).expect(200);
    await setPassword(there.body.passwordToken).expect(200);
    await login(email, chosen).expect(200);
  });

  it('only proves the address of an account that is somebody’s already', async () => {
    await settings.change(db, 'email_verification', 'optional');
    const { email, password } = await registered();
    const { body } = await enter('email', email, codeFor(mails, email)).expect(200);
    expect(body).toMatchObject({ signedIn: false, passwordToken: null });
    expect((await row(email)).email_verified_at).not.toBeNull();
    await login(email, password).expect(200);
  });
});

describe('where a number is required', () => {
  it('it waits for its code, which counts where the new password is known', async () => {
    await settings.change(db, 'phone_verification', 'required');
    const { email, phoneNumber, home } = await registered({ phoneNumber: mobile() });
    await enter('phone', email, codeTextedTo(sms, phoneNumber), home).expect(200);
    await setPassword(await tokenFor(email)).expect(200);
    // Who proved the number before the address was proved may have been anybody.
    expect(await row(email)).toMatchObject({ claimed_at: null, phone_number: phoneNumber, phone_verified_at: null });

    await db.raw("update accounts.codes set created_at = created_at - interval '61 seconds'");
    const refused = await login(email, chosen).expect(403);
    await site.deliver();
    const code = codeTextedTo(sms, phoneNumber);
    expect((await enter('phone', email, code).expect(409)).body.code).toBe('registered_elsewhere');
    const proved = await enter('phone', email, code, browser(cookiesFrom(refused))).expect(200);
    expect(proved.body.signedIn).toBe(true);
  });
});

describe('the code from the text message', () => {
  it('gives nobody the account of an address that must be proved, and stays for its own browser', async () => {
    const { email, phoneNumber, home } = await registered({ phoneNumber: mobile() });
    const code = codeTextedTo(sms, phoneNumber);
    const ask = () => enter('phone', email, code);
    expect((await ask().expect(409)).body.code).toBe('registered_elsewhere');
    await enter('email', email, codeFor(mails, email), home).expect(200);
    await ask().expect(409); // proved by somebody else
    expect((await row(email)).claimed_at).toBeNull();
    expect((await enter('phone', email, code, home).expect(200)).body.signedIn).toBe(true);
  });

  it('sets the password where it alone completes the registration', async () => {
    await settings.change(db, 'email_verification', 'disabled');
    const { email, phoneNumber, password } = await registered({ phoneNumber: mobile() });
    const { body } = await enter('phone', email, codeTextedTo(sms, phoneNumber)).expect(200);
    await setPassword(body.passwordToken).expect(200);
    const account = await row(email);
    expect(account).toMatchObject({ phone_number: phoneNumber, email_verified_at: null });
    expect([account.claimed_at, account.phone_verified_at]).not.toContain(null);
    await login(email, password).expect(401);
    await login(email, chosen).expect(200);
  });
});

it('a code is answered in the same time, whether or not the address is known', async () => {
  const { email } = await registered();
  const owner = await createUser(db);
  for (const address of [email, owner.email, newcomer().email]) {
    for (const kind of ['email', 'phone'] as const) {
      const before = site.equalAnswers();
      await enter(kind, address, wrong(codeFor(mails, email))).expect(400);
      expect(site.equalAnswers()).toBe(before + 1);
    }
  }
});
