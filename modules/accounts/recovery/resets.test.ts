import { describe, expect, it } from 'vitest';
import { sessionCookie } from '#src/http/session.ts';
import { createUser, password } from '#tests/factories/users.ts';
import { resetTokenFor } from '#tests/support/codes.ts';
import { meanwhile } from '#tests/support/database.ts';
import { untilWaitedFor } from '#tests/support/locks.ts';
import { browsersOf, mobile, newcomer } from '#tests/support/people.ts';
import { cookiesFrom, testSite } from '#tests/support/site.ts';

/* The forgotten password: who gets a link, what it does, and what it ends. */

const site = await testSite({ poolMax: 10 });
const { app, db, mails } = site;
const browser = browsersOf(app);
const chosen = 'a new password';

const forget = (email: string) => browser().post('/api/auth/forgot-password', { email });
const reset = (token: unknown, given: unknown = chosen) =>
  browser().post('/api/auth/reset-password', { token, password: given });
const login = (email: string, given: string) => browser().post('/api/auth/login', { email, password: given });
/** Asks for a link, and gives its token. */
async function linkFor(email: string): Promise<string> {
  await forget(email).expect(200);
  await site.deliver();
  return resetTokenFor(mails, email);
}
const mailsTo = (email: string) => mails.filter(({ to }) => to === email).map(({ subject }) => subject);
const row = (email: string) => db('accounts.users').where({ email }).first();
const linksOf = (userId: number) => db('accounts.password_resets').where({ user_id: userId });
const ageLinks = () => db.raw("update accounts.password_resets set created_at = created_at - interval '61 seconds'");

describe('a forgotten password', () => {
  it('is replaced by way of a link that is mailed, and its owner is told', async () => {
    const { email } = await createUser(db);
    const token = await linkFor(email.toUpperCase().toLowerCase());
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const mail = mails.find(({ to }) => to === email);
    expect(mail?.text).toContain(`http://podium.test/login?token=${token}`);
    expect(mail?.text).toContain('60 minutes');

    const { body } = await reset(token).expect(200);
    expect(body).toEqual({ success: true, message: 'Your password has been changed. Please log in with the new one.' });
    await login(email, password).expect(401);
    await login(email, chosen).expect(200);
    await site.deliver();
    expect(mailsTo(email)).toEqual(['Your Podium password was changed', 'Choose a new Podium password']);
  });

  it('is answered alike for a known, an unknown and a suspended address, in text, time and limits', async () => {
    const known = await createUser(db);
    const suspended = await createUser(db, { suspended: true });
    const answers = [];
    for (const email of [known.email, suspended.email, 'nobody-here@example.org']) {
      const before = site.equalAnswers();
      const { status, body, headers } = await forget(email);
      expect(site.equalAnswers()).toBe(before + 1);
      const more = [];
      for (let again = 0; again < 5; again++) more.push((await forget(email)).status);
      answers.push([status, body, Object.keys(headers).sort(), more]);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(answers[0]?.[0]).toBe(200);
    expect(answers[0]?.[3]).toEqual([200, 200, 200, 200, 200]);
    await site.deliver();
    expect(mailsTo(suspended.email)).toEqual([]);
    expect(mailsTo(known.email)).toHaveLength(1); // a young link is not replaced
  });

  it('does not flood a mailbox, which always holds a good link or gets one', async () => {
    const { id, email } = await createUser(db);
    const sentAt: number[] = [];
    let now = 0;
    // A stranger asks again and again: nothing is sent but what the owner would need.
    for (const minute of [0, 1, 2, 3, 6, 7, 14, 15, 30, 31, 62, 63, 122, 123, 182, 183, 243]) {
      await linksOf(id).update({
        created_at: db.raw('created_at - make_interval(mins => ?)', [minute - now]),
        expires_at: db.raw('expires_at - make_interval(mins => ?)', [minute - now]),
      });
      now = minute;
      const before = (await linksOf(id)).length;
      await site.modules.accounts.forgotPassword({ email }, 'en');
      if ((await linksOf(id)).length > before) sentAt.push(minute);
      const good = linksOf(id).whereNull('replaced_at').where('expires_at', '>', db.raw('clock_timestamp()'));
      expect(await good).toHaveLength(1);
    }
    expect(sentAt).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183, 243]);
  });

  it('gets another link soon where somebody else has registered the address and made the newest one dead', async () => {
    const person = newcomer();
    await browser().post('/api/auth/register', person).expect(200);
    const age = (minutes: number) =>
      db('accounts.password_resets').update({ created_at: db.raw(`created_at - interval '${minutes} minutes'`) });
    for (let times = 0; times < 6; times++) {
      await forget(person.email);
      await age(61);
    }
    await forget(person.email);
    await browser()
      .post('/api/auth/register', { ...person, password: 'a stranger’s one' })
      .expect(200);
    await age(2);
    await site.deliver();
    const mailed = mailsTo(person.email).length;
    await forget(person.email);
    await site.deliver();
    expect(mailsTo(person.email)).toHaveLength(mailed + 1);
  });

  it.each<[string, unknown, string]>([
    ['no address', {}, 'email'],
    ['an address without a host', { email: 'me@' }, 'email'],
    ['a list of addresses', { email: ['a@example.org'] }, 'email'],
    ['a password besides', { email: 'a@example.org', password }, 'password'],
  ])('with %s is refused at that field', async (_what, payload, field) => {
    const { body } = await browser().post('/api/auth/forgot-password', payload).expect(400);
    expect(Object.keys(body.errors)).toEqual([field]);
  });
});

describe('a link', () => {
  it('is stored as a fingerprint alone', async () => {
    const { email } = await createUser(db);
    const token = await linkFor(email);
    const [links, messages, jobs] = await Promise.all(
      ['accounts.password_resets', 'notifications.messages', 'platform.outbox'].map((table) => db(table)),
    );
    const stored = JSON.stringify([links, messages, jobs]);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });

  it('works once, also when two use it at the same time', async () => {
    const { email } = await createUser(db);
    const token = await linkFor(email);
    const answers = await Promise.all([reset(token, 'the first one'), reset(token, 'the second one')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.body.code).toBe('reset_link_invalid');
    const won = answers[0]?.status === 200 ? 'the first one' : 'the second one';
    const lost = won === 'the first one' ? 'the second one' : 'the first one';
    await login(email, won).expect(200);
    await login(email, lost).expect(401);
    await site.deliver();
    expect(mailsTo(email).filter((subject) => subject.includes('changed'))).toHaveLength(1);
  });

  it('that is unknown, used, expired or replaced is invalid, and none of it can be told apart', async () => {
    const [used, expired, replaced] = [await createUser(db), await createUser(db), await createUser(db)];
    const tokens = [await linkFor(used.email), await linkFor(expired.email), await linkFor(replaced.email)];
    await reset(tokens[0]).expect(200);
    await db('accounts.password_resets')
      .where({ user_id: expired.id })
      .update({ expires_at: db.raw('clock_timestamp()') });
    await ageLinks();
    const newer = await linkFor(replaced.email);
    for (const token of [...tokens, 'x', Buffer.alloc(32).toString('base64url')]) {
      const { body } = await reset(token).expect(400);
      expect(body).toEqual({
        message: 'This link is not valid any more. Please ask for a new one.',
        code: 'reset_link_invalid',
      });
    }
    await login(expired.email, password).expect(200);
    await reset(newer).expect(200);
  });

  it('is valid for an hour', async () => {
    const { id, email } = await createUser(db);
    await linkFor(email);
    const [{ minutes }] = await db('accounts.password_resets')
      .where({ user_id: id })
      .select(db.raw('extract(epoch from expires_at - created_at) / 60 as minutes'));
    expect(Number(minutes)).toBeCloseTo(60, 2);
  });

  it('does nothing for an account that was suspended meanwhile', async () => {
    const { id, email } = await createUser(db);
    const token = await linkFor(email);
    await db('accounts.users').where({ id }).update({ suspended_at: db.fn.now() });
    expect((await reset(token).expect(400)).body.code).toBe('reset_link_invalid');
    await db('accounts.users').where({ id }).update({ suspended_at: null });
    await login(email, password).expect(200);
  });

  it('that is replaced while it is being used is invalid, and neither waits for the other for ever', async () => {
    const { id, email } = await createUser(db);
    const token = await linkFor(email);
    let using: Promise<unknown> = Promise.resolve();
    await db.transaction(async (trx) => {
      await trx('accounts.users').where({ id }).forUpdate().select('id'); // as a request for another link does
      const use = () => site.modules.accounts.resetPassword({ token, password: chosen }, 'en');
      using = meanwhile(use).catch((error) => error);
      await untilWaitedFor(trx);
      await trx('accounts.password_resets').where({ user_id: id }).update({ replaced_at: trx.fn.now() });
    });
    expect(await using).toMatchObject({ code: 'reset_link_invalid' });
    await login(email, password).expect(200);
  });

  it.each<[string, unknown, unknown, string]>([
    ['no token', undefined, chosen, 'token'],
    ['an empty token', '', chosen, 'token'],
    ['a token of a kilobyte', 'x'.repeat(1024), chosen, 'token'],
    ['an object for a token', {}, chosen, 'token'],
    ['no password', 'x', undefined, 'password'],
    ['a password of 7 letters', 'x', '1234567', 'password'],
    ['a password of 129 letters', 'x', 'x'.repeat(129), 'password'],
    ['a number for a password', 'x', 12345678, 'password'],
  ])('with %s is refused at that field', async (_what, token, given, field) => {
    const payload = { ...(token === undefined ? {} : { token }), ...(given === undefined ? {} : { password: given }) };
    const { body } = await browser().post('/api/auth/reset-password', payload).expect(400);
    expect(body.code).toBe('invalid');
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  it('that is wrong tells a network to wait after thirty, and the right one passes there all the same', async () => {
    const { email } = await createUser(db);
    const token = await linkFor(email);
    const guesser = browser();
    const use = (given: string) => guesser.post('/api/auth/reset-password', { token: given, password: chosen });
    const guesses = [];
    for (let tries = 0; tries < 32; tries++) guesses.push((await use(`guess ${tries}`)).status);
    expect(guesses).toEqual([...Array(30).fill(400), 429, 429]);
    await use(token).expect(200);
  });
});

describe('a new password', () => {
  it('ends every session that the old one had opened, and signs nobody in', async () => {
    const user = await createUser(db);
    const open = [1, 2].map(async () => cookiesFrom(await login(user.email, password).expect(200)));
    const cookies = await Promise.all(open);
    for (const cookie of cookies) await browser(cookie).get('/api/auth/user').expect(200);
    const answer = await reset(await linkFor(user.email)).expect(200);
    expect(cookiesFrom(answer)).not.toContain(sessionCookie);
    for (const cookie of cookies) await browser(cookie).get('/api/auth/user').expect(401);
  });

  it('leaves a verified number and a proved address as they are', async () => {
    const { id, email } = await createUser(db);
    const phone_number = mobile();
    await db('accounts.users').where({ id }).update({ phone_number, phone_verified_at: db.fn.now() });
    const before = await row(email);
    await reset(await linkFor(email)).expect(200);
    const { email_verified_at, phone_verified_at } = await row(email);
    expect({ email_verified_at, phone_verified_at }).toEqual({
      email_verified_at: before.email_verified_at,
      phone_verified_at: before.phone_verified_at,
    });
  });
});
it('links are forgotten after two days', async () => {
  const { id, email } = await createUser(db);
  await linkFor(email);
  await site.sweep('accounts');
  expect(await db('accounts.password_resets').where({ user_id: id })).toHaveLength(1);
  await db('accounts.password_resets').update({ created_at: db.raw("now() - interval '3 days'") });
  await site.sweep('accounts');
  expect(await db('accounts.password_resets')).toEqual([]);
});
