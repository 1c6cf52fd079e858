import { describe, expect, it } from 'vitest';
import { createUser, password } from '#tests/factories/users.ts';
import { codeFor, wrong } from '#tests/support/codes.ts';
import { browsersOf, newcomer } from '#tests/support/people.ts';
import { caller, cookiesFrom, testSite } from '#tests/support/site.ts';

/* What strangers do with an address keeps its owner from nothing: registering, verifying, a new password. */

const site = await testSite();
const { app, db, mails } = site;
const browser = browsersOf(app);
const stranger = () => caller(app, { ip: '10.66.6.6' });

async function registered(person = newcomer(), from = browser()) {
  const response = await from.post('/api/auth/register', person).expect(200);
  await site.deliver();
  return { person, home: browser(cookiesFrom(response)) };
}
const verify = (from: ReturnType<typeof caller>, email: string, code: string) =>
  from.post('/api/auth/verify-email', { email, code });
const ageCodes = (seconds: number) =>
  db.raw('update accounts.codes set created_at = created_at - make_interval(secs => ?)', [seconds]);
const mailsTo = (email: string) => mails.filter(({ to }) => to === email).length;

describe('an address that strangers have registered ten times', () => {
  it('is refused to them, and can be registered and verified by its owner', async () => {
    const person = newcomer();
    for (let times = 0; times < 10; times++) await registered({ ...person, password: 'a stranger’s' }, stranger());
    await stranger().post('/api/auth/register', person).expect(429);
    expect(mailsTo(person.email)).toBe(10);
    await ageCodes(60 * 60);
    const { home } = await registered(person);
    await verify(home, person.email, codeFor(mails, person.email)).expect(200);
    await browser().post('/api/auth/login', { email: person.email, password }).expect(200);
  });

  it('gets one mail an hour then, whoever registers it, and the answers stay the same', async () => {
    const person = newcomer();
    const owner = await createUser(db);
    for (let times = 0; times < 12; times++) await registered(person);
    expect(mailsTo(person.email)).toBe(10);
    const answers = await Promise.all(
      [person.email, owner.email].map(async (email) => {
        const { status, body } = await browser().post('/api/auth/register', { ...newcomer(), email });
        return { status, body };
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    await ageCodes(59 * 60);
    const { home } = await registered(person);
    expect(mailsTo(person.email)).toBe(10);
    await ageCodes(60);
    await home.post('/api/auth/resend-verification', { email: person.email, type: 'email' }).expect(200);
    await site.deliver();
    expect(mailsTo(person.email)).toBe(11);
  });

  it('gets no more mails by registering it at the same time', async () => {
    const person = newcomer();
    await Promise.all(Array.from({ length: 20 }, () => browser().post('/api/auth/register', person)));
    await site.deliver();
    expect(mailsTo(person.email)).toBe(10);
  });
});

describe('a stranger', () => {
  it('cannot use up the tries of a code', async () => {
    const { person, home } = await registered();
    const code = codeFor(mails, person.email);
    await Promise.all(Array.from({ length: 20 }, () => verify(stranger(), person.email, wrong(code)).expect(400)));
    await verify(stranger(), person.email, code).expect(400);
    expect((await verify(home, person.email, code).expect(200)).body.signedIn).toBe(true);
  });

  it('cannot do that by having registered the address before either', async () => {
    const first = await registered();
    const { person, home } = await registered({ ...first.person, password: 'the owner’s' });
    const code = codeFor(mails, person.email);
    for (let tries = 0; tries < 5; tries++) await verify(first.home, person.email, wrong(code)).expect(400);
    expect((await verify(home, person.email, code).expect(200)).body.signedIn).toBe(true);
  });

  it('cannot use up a day’s codes, nor keep the owner from asking for one', async () => {
    const { person, home } = await registered();
    const resend = (from: ReturnType<typeof caller>) =>
      from.post('/api/auth/resend-verification', { email: person.email, type: 'email' });
    for (let times = 0; times < 8; times++) {
      await ageCodes(61);
      await resend(browser()).expect(200);
    }
    await site.deliver();
    expect(mailsTo(person.email)).toBe(6); // five that strangers asked for
    const last = codeFor(mails, person.email);
    await ageCodes(61);
    await site.endPauses();
    const own = await db('accounts.users').where({ email: person.email }).first();
    const registration = { userId: own.id, registrationId: own.registration_id };
    await site.modules.accounts.resendCode({ email: person.email, type: 'email' }, 'en', registration);
    await site.deliver();
    expect(mailsTo(person.email)).toBe(7);
    expect(last).toMatch(/\d{6}/);
    await verify(home, person.email, codeFor(mails, person.email)).expect(200);
  });

  it('who asks for another code too often leaves the last one good', async () => {
    const { person, home } = await registered();
    for (let times = 0; times < 7; times++) {
      await ageCodes(61);
      await site.modules.accounts.resendCode({ email: person.email, type: 'email' }, 'en');
    }
    await site.deliver();
    await verify(home, person.email, codeFor(mails, person.email)).expect(200);
  });
});

it('wrong codes make a network wait after thirty, and nobody else', async () => {
  const guesser = caller(app, { ip: '10.77.7.7' });
  const answers = [];
  for (let tries = 0; tries < 31; tries++)
    answers.push((await verify(guesser, `x${tries}@example.org`, '123456')).status);
  expect(answers).toEqual([...Array(30).fill(400), 429]);
  await verify(browser(), 'x@example.org', '123456').expect(400);
});

it('forgotten passwords are refused to nobody because others have asked for the address', async () => {
  const { email } = await createUser(db);
  for (let times = 0; times < 8; times++) await browser().post('/api/auth/forgot-password', { email }).expect(200);
  await site.deliver();
  expect(mailsTo(email)).toBe(1);
});
