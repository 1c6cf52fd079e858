import { beforeEach, describe, expect, it } from 'vitest';
import { createUser, password, type TestUser } from '#tests/factories/users.ts';
import { codeFor, codeTextedTo, resetTokenFor } from '#tests/support/codes.ts';
import { browsersOf, mobile, newcomer } from '#tests/support/people.ts';
import { cookiesFrom, testSite } from '#tests/support/site.ts';

/* A change of e-mail, phone or password ends what was sent out before it, and the other sessions. */

const site = await testSite();
const { app, db, mails, sms, cookieOf } = site;
const browser = browsersOf(app);
const profile = '/api/users/profile';

let user: TestUser;
let phoneNumber: string;
let home: ReturnType<typeof browser>;
let elsewhere: ReturnType<typeof browser>;
beforeEach(async () => {
  user = await createUser(db);
  phoneNumber = mobile();
  await db('accounts.users')
    .where({ id: user.id })
    .update({ phone_number: phoneNumber, phone_verified_at: new Date() });
  home = browser(await cookieOf(user));
  elsewhere = browser(await cookieOf(user));
});

const linkFor = async (email: string) => {
  await browser().post('/api/auth/forgot-password', { email }).expect(200);
  await site.deliver();
  return resetTokenFor(mails, email);
};
const reset = (token: string) => browser().post('/api/auth/reset-password', { token, password: 'chosen by another' });
const isSignedIn = async (who: typeof home) => (await who.get('/api/auth/user')).status === 200;
/** Changes the address with the code that goes to the new one; gives the answer. */
const changeEmail = async (email = newcomer().email) => {
  await home.put(profile, { email }).expect(200);
  await site.deliver();
  return home.post(`${profile}/confirm`, { type: 'email', code: codeFor(mails, email) }).expect(200);
};
const changePhone = async (number = mobile()) => {
  await home.put(profile, { phoneNumber: number }).expect(200);
  await site.deliver();
  return home.post(`${profile}/confirm`, { type: 'phone', code: codeTextedTo(sms, number) }).expect(200);
};
const changePassword = async () => {
  await reset(await linkFor(user.email)).expect(200);
};

describe('a link for a new password', () => {
  it.each([
    ['e-mail address', changeEmail],
    ['phone number', changePhone],
  ])('is dead once the account has another %s', async (_, change) => {
    const token = await linkFor(user.email);
    await change();
    expect((await reset(token).expect(400)).body.code).toBe('reset_link_invalid');
    const { email } = await db('accounts.users').where({ id: user.id }).first('email');
    await browser().post('/api/auth/login', { email, password }).expect(200);
  });

  it('that is redeemed while the address changes does not take the account over', async () => {
    const token = await linkFor(user.email);
    const email = newcomer().email;
    await home.put(profile, { email }).expect(200);
    await site.deliver();
    const [confirmed, taken] = await Promise.all([
      home.post(`${profile}/confirm`, { type: 'email', code: codeFor(mails, email) }),
      reset(token),
    ]);
    // Whichever comes first ends the other: the link, or the change and its session.
    expect([confirmed.status, taken.status].filter((status) => status === 200)).toHaveLength(1);
  });
});

describe('the sessions', () => {
  it.each([
    ['e-mail address', changeEmail],
    ['phone number', changePhone],
  ])('of other browsers end with the old %s, and this one goes on', async (_, change) => {
    await change();
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await isSignedIn(home)).toBe(true);
  });
});

describe('a request about the account', () => {
  const open = async () => {
    await site.work();
    return db('privacy.account_actions').where({ user_id: user.id }).first('status');
  };
  const ask = async () => {
    const { body } = await home.post('/api/account/request-deletion', { reason: 'Enough.' }).expect(200);
    await site.deliver();
    return { actionId: body.id, emailCode: codeFor(mails, user.email), phoneCode: codeTextedTo(sms, phoneNumber) };
  };

  it.each([
    ['e-mail address', changeEmail],
    ['phone number', changePhone],
  ])('that the old %s could confirm is cancelled', async (_, change) => {
    const codes = await ask();
    const here = browser(cookiesFrom(await change()));
    expect(await open()).toEqual({ status: 'cancelled' });
    await here.post('/api/account/verify', codes).expect(404);
  });

  it('ends with the password', async () => {
    await ask();
    await changePassword();
    expect(await open()).toEqual({ status: 'cancelled' });
  });
});

it('a change that was begun under the old password cannot be confirmed under the new one', async () => {
  const email = newcomer().email;
  await home.put(profile, { email }).expect(200);
  await site.deliver();
  const code = codeFor(mails, email);
  await changePassword();
  const again = browser(await cookieOf({ ...user, sessionVersion: 2 }));
  expect((await again.get(profile).expect(200)).body.pendingEmail).toBeNull();
  await again.post(`${profile}/confirm`, { type: 'email', code }).expect(400);
});

it('a new phone number that waits for its code outlives a change of e-mail: nothing of it went to the old address', async () => {
  const number = mobile();
  const email = newcomer().email;
  await home.put(profile, { email, phoneNumber: number }).expect(200);
  await site.deliver();
  const confirm = (type: 'email' | 'phone', code: string, from = home) =>
    from.post(`${profile}/confirm`, { type, code }).expect(200);
  const here = browser(cookiesFrom(await confirm('email', codeFor(mails, email))));
  expect((await confirm('phone', codeTextedTo(sms, number), here)).body).toMatchObject({ email, phoneNumber: number });
});

describe('preferences that wait for their link', () => {
  const consents = { gdprConsent: true, termsAccepted: true };
  const ask = async (address: string) => {
    const wanted = { email: user.email, phoneNumber: address, smsNotifications: true, ...consents };
    await home.post('/api/subscription-preferences', wanted).expect(200);
    await site.deliver();
    const token = /token=([\w-]+)/.exec(sms.find(({ to }) => to === address)?.text ?? '')?.[1];
    return () => browser().post('/api/subscription-preferences/confirm', { token });
  };

  it('end with the number that the link went to, and others stay', async () => {
    const [old, other] = [await ask(phoneNumber), await ask(mobile())];
    await changePhone();
    expect((await old().expect(400)).body.code).toBe('link_unknown');
    await other().expect(200);
  });

  it('end with the password', async () => {
    const confirm = await ask(mobile());
    await changePassword();
    await confirm().expect(400);
  });
});
