import { describe, expect, it } from 'vitest';
import { createUser, password } from '#tests/factories/users.ts';
import { codeFor, wrong } from '#tests/support/codes.ts';
import { browsersOf, newcomer } from '#tests/support/people.ts';
import { cookiesFrom, testSite } from '#tests/support/site.ts';

const site = await testSite({ poolMax: 10 });
const { app, db, mails } = site;

const browser = browsersOf(app);
/** Registers, and gives the code of the mail and the browser that registered. */
const registered = async (person = newcomer()) => {
  const response = await browser().post('/api/auth/register', person).expect(200);
  await site.deliver();
  return { person, code: codeFor(mails, person.email), home: browser(cookiesFrom(response)) };
};

describe('registering', () => {
  it('mails a code, and the code signs in the browser that registered', async () => {
    const { person, code, home } = await registered();
    const before = await db('accounts.users').where({ email: person.email }).first();
    expect(before.claimed_at).toBeNull();
    expect(before.terms_version).toBe('2024-12-18');

    const verified = await home.post('/api/auth/verify-email', { email: person.email, code }).expect(200);
    expect(verified.body).toMatchObject({ success: true, signedIn: true });
    const me = await browser(cookiesFrom(verified)).get('/api/auth/user').expect(200);
    expect(me.body).toEqual({
      id: before.id,
      username: person.username,
      email: person.email,
      role: 'user',
      preferredLanguage: null,
      preferredCurrency: null,
    });
  });

  it('answers for a known address as for a new one, and writes to its owner', async () => {
    const owner = await createUser(db);
    const fresh = await browser().post('/api/auth/register', newcomer()).expect(200);
    const known = await browser()
      .post('/api/auth/register', { ...newcomer(), email: owner.email.toUpperCase(), password: 'another password' })
      .expect(200);
    expect(known.body).toEqual(fresh.body);
    const shape = (response: { headers: Record<string, unknown> }) =>
      Object.keys(response.headers)
        .filter((name) => name !== 'date' && name !== 'x-request-id')
        .sort();
    expect(shape(known)).toEqual(shape(fresh));

    await site.deliver();
    expect(mails.find((mail) => mail.to === owner.email)?.subject).toBe('You already have a Podium account');
    await browser().post('/api/auth/login', { email: owner.email, password }).expect(200);

    // Even the login tells nothing: the registration is there as for a new address, but no code ever completes it.
    const unproved = await browser().post('/api/auth/login', { email: owner.email, password: 'another password' });
    expect([unproved.status, unproved.body.code]).toEqual([403, 'verification_required']);
    const before = mails.length;
    await db.raw("update accounts.codes set created_at = created_at - interval '61 seconds'");
    await browser().post('/api/auth/resend-verification', { email: owner.email, type: 'email' });
    await site.deliver();
    expect(mails).toHaveLength(before);
    expect((await db('accounts.codes').where({ address: owner.email.toUpperCase() })).length).toBe(0);
  });

  it('shows everybody that a username is taken, in any case', async () => {
    const owner = await createUser(db, { username: 'Taken Name' });
    const { body } = await browser()
      .post('/api/auth/register', { ...newcomer(), username: owner.username.toLowerCase() })
      .expect(409);
    expect(body).toMatchObject({ code: 'username_taken', errors: { username: 'Username is already taken' } });
  });

  it('reserves nothing until the address is proved: name and address go to whoever proves them first', async () => {
    const first = await registered();
    const second = await registered({ ...newcomer(), username: first.person.username });
    await second.home.post('/api/auth/verify-email', { email: second.person.email, code: second.code }).expect(200);
    const late = await first.home
      .post('/api/auth/verify-email', { email: first.person.email, code: first.code })
      .expect(409);
    expect(late.body.code).toBe('username_taken');
    const still = await db('accounts.users').where({ email: first.person.email }).first();
    expect(still.claimed_at).toBeNull();
  });

  it('again is told to nobody without a code: no answer differs from the one for a known address', async () => {
    const owner = await createUser(db);
    const answers = [];
    for (const email of [owner.email, newcomer().email]) {
      const person = { ...newcomer(), email };
      const first = browser(cookiesFrom(await browser().post('/api/auth/register', person).expect(200)));
      const pending = await first.get('/api/auth/verification').expect(200);
      await browser()
        .post('/api/auth/register', { ...newcomer(), email })
        .expect(200);
      const replaced = await first.get('/api/auth/verification');
      const guess = await first.post('/api/auth/verify-email', { email, code: '000000' });
      answers.push([{ ...pending.body, email: '' }, replaced.status, guess.status, guess.body]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[1]).toBe(404);
  });

  it('again replaces password and code, and the earlier browser cannot hand the account over', async () => {
    const victim = await registered();
    const attacker = await registered({ ...victim.person, password: 'chosen by another' });
    // The victim reads the newest mail and types its code where he or she registered.
    const refused = await victim.home
      .post('/api/auth/verify-email', { email: victim.person.email, code: attacker.code })
      .expect(409);
    expect(refused.body.code).toBe('registration_replaced');
    const old = await browser()
      .post('/api/auth/verify-email', { email: victim.person.email, code: victim.code })
      .expect(400);
    expect(old.body.code).toBe('invalid_code');
  });

  it('two at once with one username: one gets it', async () => {
    const username = 'Wanted By Two';
    const both = [
      await registered({ ...newcomer(), username }),
      await registered({ ...newcomer(), username: username.toUpperCase() }),
    ];
    const answers = await Promise.all(
      both.map(({ home, person, code }) => home.post('/api/auth/verify-email', { email: person.email, code })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no username', { username: '' }, 'username'],
    ['a username that is an address', { username: 'Win 500 at evil.com' }, 'username'],
    ['a username that is an address of another alphabet', { username: 'злой.рф' }, 'username'],
    ['a username of one letter', { username: 'x' }, 'username'],
    ['a username with markup', { username: '<b>me</b>' }, 'username'],
    ['a username of 41 letters', { username: 'x'.repeat(41) }, 'username'],
    ['a username that is no text', { username: 7 }, 'username'],
    ['no address', { email: '' }, 'email'],
    ['an address without a host', { email: 'me@' }, 'email'],
    ['two addresses', { email: 'a@example.org,b@example.org' }, 'email'],
    ['an address with a line break', { email: 'a@example.org\nBcc: b@example.org' }, 'email'],
    ['an address that is too long', { email: `${'x'.repeat(250)}@example.org` }, 'email'],
    ['a password of 7 letters', { password: '1234567' }, 'password'],
    ['a password of 129 letters', { password: 'x'.repeat(129) }, 'password'],
    ['no password', { password: undefined }, 'password'],
    ['a role', { role: 'admin' }, 'role'],
  ])('with %s is refused at that field, and nothing is stored', async (_what, change, field) => {
    const person = newcomer();
    const { body } = await browser()
      .post('/api/auth/register', { ...person, ...change })
      .expect(400);
    expect(body.code).toBe('invalid');
    expect(Object.keys(body.errors)).toEqual([field]);
    expect(await db('accounts.users').where({ username: person.username })).toEqual([]);
    expect(await db('accounts.users').where({ email: person.email })).toEqual([]);
  });
});

describe('a code', () => {
  it('is stored as a fingerprint alone, and its mail is gone from the database once sent', async () => {
    const { person, code } = await registered();
    const rows = JSON.stringify([
      await db('accounts.codes'),
      await db('notifications.messages'),
      await db('platform.outbox'),
    ]);
    expect(rows).not.toContain(code);
    const [message] = await db('notifications.messages').orderBy('id', 'desc').limit(1);
    expect(message.sealed).toBeNull();
    expect(message.sent_at).not.toBeNull();
    expect(rows).not.toContain(`"to":"${person.email}"`);
  });

  it('bears five tries, however many come at once, and then not even the right one', async () => {
    const { person, code, home } = await registered();
    const guesses = await Promise.all(
      Array.from({ length: 20 }, () => home.post('/api/auth/verify-email', { email: person.email, code: wrong(code) })),
    );
    expect(new Set(guesses.map((guess) => guess.body.code))).toEqual(new Set(['invalid_code']));
    const [row] = await db('accounts.codes')
      .join('accounts.users', 'users.id', 'codes.user_id')
      .where('users.email', person.email)
      .select('tries');
    expect(row.tries).toBe(5);
    await home.post('/api/auth/verify-email', { email: person.email, code }).expect(400);
  });

  it('works once, even when it is sent twice at the same time', async () => {
    const { person, code, home } = await registered();
    const answers = await Promise.all(
      [1, 2].map(() => home.post('/api/auth/verify-email', { email: person.email, code })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
  });

  it('expires after ten minutes', async () => {
    const { person, code, home } = await registered();
    await db.raw(
      "update accounts.codes set expires_at = now() where expires_at between now() + interval '9 minutes' and now() + interval '11 minutes'",
    );
    const { body } = await home.post('/api/auth/verify-email', { email: person.email, code }).expect(400);
    expect(body.code).toBe('code_expired');
  });

  it('of an unknown address is as invalid as a wrong one', async () => {
    const { person, code } = await registered();
    const known = await browser()
      .post('/api/auth/verify-email', { email: person.email, code: wrong(code) })
      .expect(400);
    const unknown = await browser().post('/api/auth/verify-email', { email: 'nobody@example.org', code }).expect(400);
    expect(unknown.body).toEqual(known.body);
  });

  it.each([['12345'], ['1234567'], ['abcdef'], ['١٢٣٤٥٦'], [''], [123456]])('%j is no code', async (code) => {
    const { body } = await browser().post('/api/auth/verify-email', { email: 'a@example.org', code }).expect(400);
    expect(body.errors).toHaveProperty('code');
  });

  it('is resent after a minute, at most ten a day, and replaces the one before', async () => {
    const { person, code, home } = await registered();
    const { user_id: userId, registration_id: registrationId } = await db('accounts.codes')
      .orderBy('id', 'desc')
      .first();
    const resend = () =>
      site.modules.accounts.resendCode({ email: person.email, type: 'email' }, 'en', { userId, registrationId });
    await home.post('/api/auth/resend-verification', { email: person.email, type: 'email' }).expect(200); // nothing is sent
    const early = await home.post('/api/auth/resend-verification', { email: person.email, type: 'email' }).expect(429);
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(50);

    const age = () => db.raw("update accounts.codes set created_at = created_at - interval '61 seconds'");
    await age();
    await resend();
    await site.deliver();
    const second = codeFor(mails, person.email);
    if (second !== code) {
      await browser().post('/api/auth/verify-email', { email: person.email, code }).expect(400);
    }
    for (let more = 0; more < 12; more++) {
      await age();
      await resend();
    }
    const issued = await db('accounts.codes')
      .join('accounts.users', 'users.id', 'codes.user_id')
      .where('users.email', person.email);
    expect(issued).toHaveLength(10);
  });

  it('resending answers alike for known, unknown and proved addresses', async () => {
    const proved = await createUser(db);
    const unproved = await createUser(db, { claimed: false });
    const answers = [];
    for (const email of [proved.email, unproved.email, 'nobody-at-all@example.org']) {
      const here = browser();
      const { status, body } = await here.post('/api/auth/resend-verification', { email, type: 'email' });
      const again = await here.post('/api/auth/resend-verification', { email, type: 'email' });
      answers.push([status, body, again.status, again.body.code]);
    }
    expect(answers[0]?.slice(0, 1)).toEqual([200]);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(answers[0]?.slice(2)).toEqual([429, 'too_many_requests']);
  });
});

it('forgets registrations that nobody completed within a month, and no account', async () => {
  const [old, recent, proved] = [
    await createUser(db, { claimed: false }),
    await createUser(db, { claimed: false }),
    await createUser(db),
  ];
  await db('accounts.users')
    .whereIn('id', [old.id, proved.id])
    .update({ created_at: db.raw("now() - interval '31 days'") });
  await site.sweep('accounts');
  const left = await db('accounts.users').whereIn('id', [old.id, recent.id, proved.id]).pluck('id');
  expect(left.sort()).toEqual([recent.id, proved.id].sort());
});
