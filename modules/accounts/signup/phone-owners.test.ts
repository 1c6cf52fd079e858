import { describe, expect, it } from 'vitest';
import { createUser } from '#tests/factories/users.ts';
import { codeTextedTo } from '#tests/support/codes.ts';
import { browsersOf, mobile, newcomer, withPhones } from '#tests/support/people.ts';
import { testSite } from '#tests/support/site.ts';

/* Whose a number becomes that several have given. */

const site = await testSite({ poolMax: 10 });
const { app, db, sms } = site;
const browser = browsersOf(app);
const registered = withPhones(site);
const row = (email: string) => db('accounts.users').where({ email }).first();

describe('a number', () => {
  it('that two registrations prove at once becomes the one’s that was first', async () => {
    const phoneNumber = mobile();
    const both = [await registered(phoneNumber), await registered(phoneNumber)];
    for (const { send, mail } of both) await send('email', mail).expect(200);
    const answers = await Promise.all(both.map(({ send, text }) => send('phone', text)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('phone_taken');
    const holders = await db('accounts.users').where({ phone_number: phoneNumber }).whereNotNull('claimed_at');
    expect(holders).toHaveLength(1);
  });

  it('that was proved by two before their addresses becomes the one’s whose address is first', async () => {
    const phoneNumber = mobile();
    const both = [await registered(phoneNumber), await registered(phoneNumber)];
    for (const { send, text } of both) await send('phone', text).expect(200); // reserves nothing
    const answers = await Promise.all(both.map(({ send, mail }) => send('email', mail)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('phone_taken');
  });

  it('of another account is told to whoever holds the phone, and not at the registration', async () => {
    const owner = await registered();
    await owner.send('email', owner.mail).expect(200);
    await owner.send('phone', owner.text).expect(200);
    const other = await registered(owner.phoneNumber);
    expect(other.body).toEqual(owner.body);
    const early = await other.send('phone', other.text).expect(409);
    expect(early.body.code).toBe('phone_taken');
    expect(await row(other.email)).toMatchObject({ phone_verified_at: null, claimed_at: null });
  });

  it('of an account that is in use can be taken by nobody, not even in a race with a claim', async () => {
    const phoneNumber = mobile();
    const user = await createUser(db);
    await db('accounts.users').where({ id: user.id }).update({ phone_number: phoneNumber });
    await site.modules.accounts.resendCode({ email: user.email, type: 'phone' }, 'en');
    await site.deliver();
    const mine = codeTextedTo(sms, phoneNumber);
    const rival = await registered(phoneNumber);
    await rival.send('phone', rival.text).expect(200);
    const answers = await Promise.all([
      browser().post('/api/auth/verify-phone', { email: user.email, code: mine }),
      rival.send('email', rival.mail),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('given for an address with an owner gets its code like any other, and proves as little', async () => {
    const owner = await createUser(db);
    const known = await registered(mobile(), { ...newcomer(), email: owner.email });
    const fresh = await registered();
    expect(known.body).toEqual(fresh.body);
    for (const { send, text, home } of [known, fresh]) {
      expect((await send('phone', text).expect(200)).body.signedIn).toBe(false);
      const { body } = await home.get('/api/auth/verification').expect(200);
      expect({ ...body, email: '' }).toEqual({
        email: '',
        emailVerified: false,
        phoneRequired: true,
        phoneVerified: true,
      });
    }
    expect(await db('accounts.users').where({ id: owner.id }).first()).toMatchObject({ phone_number: null });
  });
});
