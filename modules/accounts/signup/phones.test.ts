import { describe, expect, it } from 'vitest';
import { createUser, password } from '#tests/factories/users.ts';
import { wrong } from '#tests/support/codes.ts';
import { meanwhile } from '#tests/support/database.ts';
import { untilWaitedFor } from '#tests/support/locks.ts';
import { browsersOf, mobile, newcomer, withPhones } from '#tests/support/people.ts';
import { cookiesFrom, testSite } from '#tests/support/site.ts';

/* A phone given at registration: its code, its limits, and whose number it becomes. */

const site = await testSite({ poolMax: 20 });
const { app, db, sms } = site;
const browser = browsersOf(app);
const registered = withPhones(site);

const row = (email: string) => db('accounts.users').where({ email }).first();
const ageCodes = () => db.raw("update accounts.codes set created_at = created_at - interval '61 seconds'");

describe('a phone', () => {
  it('is verified beside the address, in either order, and the last code signs in', async () => {
    for (const [first, second] of [
      ['email', 'phone'],
      ['phone', 'email'],
    ] as const) {
      const { body, email, home, mail, text, send } = await registered();
      expect(body).toMatchObject({ requiresVerification: true, phoneVerificationRequired: true });
      expect(body.message).toBe('Registration successful. Please check your e-mail and your phone for codes.');
      const codes = { email: mail, phone: text };
      const state = { email, emailVerified: false, phoneRequired: true, phoneVerified: false };
      expect((await home.get('/api/auth/verification').expect(200)).body).toEqual(state);

      expect((await send(first, codes[first]).expect(200)).body.signedIn).toBe(false);
      const half = await home.get('/api/auth/verification').expect(200);
      expect(half.body).toEqual({ ...state, [`${first}Verified`]: true });
      expect((await row(email)).claimed_at).toBeNull();

      const last = await send(second, codes[second]).expect(200);
      expect(last.body.signedIn).toBe(true);
      await browser(cookiesFrom(last)).get('/api/auth/user').expect(200);
    }
  });

  it('gets a short message with the code first, bound to this site', async () => {
    const { phoneNumber, text } = await registered();
    const message = sms.find(({ to }) => to === phoneNumber)?.text;
    expect(message).toBe(`${text} is your Podium code, valid for 10 minutes.\n\n@podium.test #${text}`);
  });

  it('is stored as its country writes it', async () => {
    const person = newcomer();
    await browser()
      .post('/api/auth/register', { ...person, phoneNumber: '+44 (0)7400 123456' })
      .expect(200);
    expect((await row(person.email)).phone_number).toBe('+447400123456');
  });

  it.each(['', undefined, null])('that is %j is none', async (phoneNumber) => {
    const { body } = await browser()
      .post('/api/auth/register', { ...newcomer(), phoneNumber })
      .expect(200);
    expect(body.phoneVerificationRequired).toBe(false);
  });

  it.each([
    ['letters', 'call me', 'Write the number with its country code, such as +34 600 111 222'],
    ['no country code', '600111222', 'Write the number with its country code, such as +34 600 111 222'],
    [
      'a country that does not exist',
      '+999123456789',
      'Write the number with its country code, such as +34 600 111 222',
    ],
    ['a number that does not exist', '+34100000000', 'Write the number with its country code, such as +34 600 111 222'],
    ['a digit too few', '+3460011122', 'Write the number with its country code, such as +34 600 111 222'],
    ['a landline', '+34911234567', 'Give a mobile number: the code comes by text message'],
    ['a premium number', '+34803123456', 'Give a mobile number: the code comes by text message'],
    ['something else than text', 34600111222, 'This field is required'],
    ['two numbers', '+34600111222,+34600111223', 'Write the number with its country code, such as +34 600 111 222'],
  ])('with %s is refused, and nothing is stored', async (_what, phoneNumber, message) => {
    const person = newcomer();
    const { body } = await browser()
      .post('/api/auth/register', { ...person, phoneNumber })
      .expect(400);
    expect(body.errors).toEqual({ phoneNumber: message });
    expect(await row(person.email)).toBeUndefined();
  });

  it('of a registration that is replaced is forgotten, and its code with it', async () => {
    const first = await registered();
    await first.send('phone', first.text).expect(200);
    const second = await registered(mobile(), { ...newcomer(), email: first.email });
    expect((await row(first.email)).phone_verified_at).toBeNull();
    await second.send('phone', first.text).expect(first.text === second.text ? 200 : 400);
    const refused = await first.send('phone', second.text).expect(409);
    expect(refused.body.code).toBe('registration_replaced');
  });
});

describe('the code of a phone', () => {
  it('is worth nothing for the address, nor the other way round', async () => {
    const { mail, text, send } = await registered();
    if (mail === text) return;
    await send('email', text).expect(400);
    await send('phone', mail).expect(400);
  });

  it.each(['email', 'phone'] as const)('and of the %s bear five tries of a hundred at once', async (kind) => {
    const { email, mail, text, send } = await registered();
    const right = kind === 'email' ? mail : text;
    const { accounts } = site.modules;
    const verify = kind === 'email' ? accounts.verifyEmail : accounts.verifyPhone;
    const { id: userId, registration_id: registrationId } = await row(email);
    const home = { userId, registrationId };
    const guesses = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) => verify({ email, code: wrong(right) }, n % 2 ? home : undefined)),
    );
    expect(new Set(guesses.map((guess) => guess.status === 'rejected' && guess.reason.code))).toEqual(
      new Set(['invalid_code']),
    );
    const open = { purpose: `${kind}_verification`, 'users.email': email };
    const [{ tries }] = await db('accounts.codes')
      .join('accounts.users', 'users.id', 'user_id')
      .where(open)
      .select('tries');
    expect(tries).toBe(5);
    await send(kind, right).expect(400);
    const other = kind === 'email' ? 'phone' : 'email';
    await send(other, kind === 'email' ? text : mail).expect(200); // which has tries of its own
  });

  it('works once, even when it is sent twice at the same time', async () => {
    const { text, send } = await registered();
    const answers = await Promise.all([send('phone', text), send('phone', text)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('expires after ten minutes', async () => {
    const { text, send } = await registered();
    await db('accounts.codes').update({ expires_at: db.raw('now()') });
    expect((await send('phone', text).expect(400)).body.code).toBe('code_expired');
  });

  it('is resent after a minute, apart from the one by mail, and ten a day at most', async () => {
    const { email, phoneNumber, home } = await registered();
    const resend = (type: string) => home.post('/api/auth/resend-verification', { email, type });
    const { id: userId, registration_id: registrationId } = await row(email);
    for (const type of ['phone', 'email']) await resend(type).expect(200); // too young: nothing is sent
    await resend('phone').expect(429);
    await resend('email').expect(429);

    const issued = (purpose: string) =>
      db('accounts.codes').join('accounts.users', 'users.id', 'user_id').where({ 'users.email': email, purpose });
    for (let more = 0; more < 12; more++) {
      await ageCodes();
      await db('accounts.codes').update({ address: mobile() }).where({ address: phoneNumber }); // the bound of a number is another
      await site.modules.accounts.resendCode({ email, type: 'phone' }, 'en', { userId, registrationId });
    }
    expect(await issued('phone_verification')).toHaveLength(10);
    expect(await issued('email_verification')).toHaveLength(1);
  });

  it('goes to one number five times a day, whoever asks and however many at once', async () => {
    const phoneNumber = mobile();
    const users = await Promise.all(Array.from({ length: 15 }, () => createUser(db, { claimed: false })));
    await db('accounts.users')
      .whereIn(
        'id',
        users.map(({ id }) => id),
      )
      .update({ phone_number: phoneNumber });
    await Promise.all(users.map(({ email }) => site.modules.accounts.resendCode({ email, type: 'phone' }, 'en')));
    expect(await db('accounts.codes').where({ address: phoneNumber })).toHaveLength(5);
    // The registration does not tell that there was none left.
    const answer = await browser().post('/api/auth/register', { ...newcomer(), phoneNumber });
    expect([answer.status, answer.body.phoneVerificationRequired]).toEqual([200, true]);
    await site.deliver();
    expect(sms.filter(({ to }) => to === phoneNumber)).toHaveLength(5);
  });

  it('that is replaced while it is being entered is invalid, and neither waits for the other for ever', async () => {
    const { email, text } = await registered();
    const { id } = await row(email);
    let entering: Promise<unknown> = Promise.resolve();
    await db.transaction(async (trx) => {
      await trx('accounts.users').where({ id }).forUpdate().select('id'); // as a request for another code does
      const enter = () => site.modules.accounts.verifyPhone({ email, code: text }, undefined);
      entering = meanwhile(enter).catch((error) => error);
      await untilWaitedFor(trx);
      await trx('accounts.codes').where({ user_id: id }).update({ replaced_at: trx.fn.now() });
    });
    expect(await entering).toMatchObject({ code: 'invalid_code' });
  });

  it.each([['12345'], ['abcdef'], [''], [123456], [undefined]])('%j is none', async (code) => {
    const { body } = await browser().post('/api/auth/verify-phone', { email: 'a@example.org', code }).expect(400);
    expect(body.errors).toHaveProperty('code');
  });

  it.each<[string, object, string]>([
    ['no address', { type: 'phone' }, 'email'],
    ['no type', { email: 'a@example.org' }, 'type'],
    ['another type', { email: 'a@example.org', type: 'pigeon' }, 'type'],
    ['more than that', { email: 'a@example.org', type: 'phone', phoneNumber: '+34600111222' }, 'phoneNumber'],
  ])('is not resent for %s', async (_what, payload, field) => {
    const { body } = await browser().post('/api/auth/resend-verification', payload).expect(400);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  it('signs in no browser but the one that registered or knows the password', async () => {
    const { email, mail, text, send } = await registered();
    await send('email', mail).expect(200);
    const elsewhere = browser();
    await elsewhere.get('/api/auth/verification').expect(404);
    const refused = await elsewhere.post('/api/auth/login', { email, password }).expect(403);
    expect(refused.body.code).toBe('verification_required');
    const knows = browser(cookiesFrom(refused));
    expect((await knows.get('/api/auth/verification').expect(200)).body).toEqual({
      email,
      emailVerified: true,
      phoneRequired: true,
      phoneVerified: false,
    });
    const verified = await send('phone', text, knows).expect(200);
    expect(verified.body.signedIn).toBe(true);
    await browser(cookiesFrom(verified)).get('/api/auth/user').expect(200);
  });
});
