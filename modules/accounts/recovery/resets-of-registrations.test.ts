import { afterEach, describe, expect, it } from 'vitest';
import { createUser } from '#tests/factories/users.ts';
import { codeFor, codeTextedTo, resetTokenFor } from '#tests/support/codes.ts';
import { browsersOf, mobile, newcomer } from '#tests/support/people.ts';
import { cookiesFrom, testSite } from '#tests/support/site.ts';

/* A link for a new password where the account is nobody's yet: it may complete the registration that asked, no other. */

const site = await testSite();
const { app, db, mails, sms, settings } = site;
const browser = browsersOf(app);
const chosen = 'a new password';

afterEach(() => settings.change(db, 'phone_verification', 'optional'));

const forget = (email: string) => browser().post('/api/auth/forgot-password', { email });
const reset = (token: string) => browser().post('/api/auth/reset-password', { token, password: chosen });
const login = (email: string, given: string) => browser().post('/api/auth/login', { email, password: given });
/** Asks for a link, and gives its token. */
async function linkFor(email: string): Promise<string> {
  await forget(email).expect(200);
  await site.deliver();
  return resetTokenFor(mails, email);
}
const mailsTo = (email: string) => mails.filter(({ to }) => to === email).map(({ subject }) => subject);
const row = (email: string) => db('accounts.users').where({ email }).first();

describe('a registration under way', () => {
  it('is completed by the link, which proves its address; who began it has nothing left', async () => {
    const person = newcomer();
    const phoneNumber = mobile();
    const attacker = browser(
      cookiesFrom(
        await browser()
          .post('/api/auth/register', { ...person, phoneNumber })
          .expect(200),
      ),
    );
    await site.deliver();
    const [mailed, texted] = [codeFor(mails, person.email), codeTextedTo(sms, phoneNumber)];
    await reset(await linkFor(person.email)).expect(200);

    const account = await row(person.email);
    expect(account).toMatchObject({ phone_number: null, phone_verified_at: null });
    expect([account.claimed_at, account.email_verified_at]).not.toContain(null);
    await attacker.get('/api/auth/verification').expect(404);
    await attacker.post('/api/auth/verify-email', { email: person.email, code: mailed }).expect(400);
    await attacker.post('/api/auth/verify-phone', { email: person.email, code: texted }).expect(400);
    await attacker.get('/api/auth/user').expect(401);
    await login(person.email, person.password).expect(401);
    await login(person.email, chosen).expect(200);
  });

  it('that another has replaced is not handed over by the link to the one before', async () => {
    const person = newcomer();
    await browser().post('/api/auth/register', person).expect(200);
    const token = await linkFor(person.email);
    await browser()
      .post('/api/auth/register', { ...newcomer(), email: person.email, password: 'chosen by another' })
      .expect(200);
    expect((await reset(token).expect(400)).body.code).toBe('reset_link_invalid');
    expect(await row(person.email)).toMatchObject({ claimed_at: null, email_verified_at: null });
  });

  it('still waits for its number where one is required', async () => {
    await settings.change(db, 'phone_verification', 'required');
    const unproved = { ...newcomer(), phoneNumber: mobile() };
    await browser().post('/api/auth/register', unproved).expect(200);
    await forget(unproved.email).expect(200);
    await site.deliver();
    expect(mailsTo(unproved.email).filter((subject) => subject.includes('password'))).toEqual([]);

    const half = { ...newcomer(), phoneNumber: mobile() };
    const home = browser(cookiesFrom(await browser().post('/api/auth/register', half).expect(200)));
    await site.deliver();
    await home.post('/api/auth/verify-email', { email: half.email, code: codeFor(mails, half.email) }).expect(200);
    await reset(await linkFor(half.email)).expect(200);
    expect((await row(half.email)).claimed_at).toBeNull();
    await db.raw("update accounts.codes set created_at = created_at - interval '61 seconds'");
    const refused = await login(half.email, chosen).expect(403);
    await site.deliver(); // the code from before the new password has ended
    const code = codeTextedTo(sms, half.phoneNumber);
    const proved = await browser(cookiesFrom(refused))
      .post('/api/auth/verify-phone', { email: half.email, code })
      .expect(200);
    expect(proved.body.signedIn).toBe(true);
  });

  it('beside an account gets no link: its owner does', async () => {
    const owner = await createUser(db);
    const rival = { ...newcomer(), email: owner.email, password: 'chosen by another' };
    await browser().post('/api/auth/register', rival).expect(200);
    await reset(await linkFor(owner.email)).expect(200);
    await login(owner.email, chosen).expect(200);
    expect(await db('accounts.users').where({ email: owner.email }).whereNotNull('claimed_at').pluck('id')).toEqual([
      owner.id,
    ]);
  });

  it('whose name another has taken meanwhile is told so, and the link stays', async () => {
    const person = newcomer();
    await browser().post('/api/auth/register', person).expect(200);
    const token = await linkFor(person.email);
    const other = await createUser(db, { username: person.username });
    expect((await reset(token).expect(409)).body.code).toBe('username_taken');
    await db('accounts.users')
      .where({ id: other.id })
      .update({ username: `not ${person.username}` });
    await reset(token).expect(200);
  });
});
