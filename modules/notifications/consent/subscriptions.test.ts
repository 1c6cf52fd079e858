import { describe, expect, it } from 'vitest';
import { createUser } from '#tests/factories/users.ts';
import { caller, testSite } from '#tests/support/site.ts';

const site = await testSite({ poolMax: 10 });
const { app, db, mails, sms } = site;
const path = '/api/subscription-preferences';

let visits = 0;
/** A browser at an address of its own, so that the limits of one test are not another's. */
const browser = (cookie = '') => {
  visits += 1;
  return caller(app, { cookie, ip: `10.2.${Math.floor(visits / 250)}.${visits % 250}` });
};
let people = 0;
const newAddresses = () => {
  people += 1;
  return { email: `subscriber${people}@example.org`, phoneNumber: `+3460000${String(people).padStart(4, '0')}` };
};
const consents = { gdprConsent: true, termsAccepted: true };
const allOn = { emailNotifications: true, marketingEmails: true, ...consents };
const smsOn = { smsNotifications: true, marketingSMS: true };

const save = (body: object, cookie?: string) => browser(cookie).post(path, body);
const confirm = (token: string) => browser().post(`${path}/confirm`, { token });
const optOut = (body: object) => browser().post(`${path}/opt-out`, body);
const tokenIn = (text = '') => /token=([\w-]+)/.exec(text)?.[1] ?? '';
const mailedToken = async (email: string) => {
  await site.deliver();
  return tokenIn(mails.find((mail) => mail.to === email)?.text);
};
const subscriptionOf = (address: string) =>
  db('notifications.subscriptions').whereRaw('lower(address) = lower(?)', [address]).first();
const logOf = (address: string) =>
  db('notifications.consent_log')
    .whereRaw('lower(address) = lower(?)', [address])
    .orderBy('id')
    .select('what', 'turned_on', 'source', 'privacy_version', 'terms_version');
const headersOf = (response: { headers: Record<string, unknown> }) =>
  Object.keys(response.headers)
    .filter((name) => name !== 'date' && name !== 'x-request-id')
    .sort();

describe('saving preferences as a visitor', () => {
  it('changes nothing before each address has confirmed its own part', async () => {
    const { email, phoneNumber } = newAddresses();
    await save({ email, phoneNumber, ...allOn, ...smsOn }).expect(200);
    await site.deliver();
    expect(await subscriptionOf(email)).toBeUndefined();
    expect(await subscriptionOf(phoneNumber)).toBeUndefined();
    expect(await logOf(email)).toEqual([]);

    const mail = mails.find(({ to }) => to === email);
    const message = sms.find(({ to }) => to === phoneNumber);
    expect(mail?.subject).toBe('Confirm your Podium preferences');
    expect(mail?.text).toContain('http://podium.test/subscriptions/confirm?token=');
    expect(message?.text).toMatch(
      /^Podium: confirm your SMS choices .* http:\/\/podium\.test\/subscriptions\/confirm\?token=/,
    );

    await confirm(tokenIn(message?.text)).expect(200);
    expect(await subscriptionOf(email)).toBeUndefined();
    expect(await subscriptionOf(phoneNumber)).toMatchObject({ channel: 'sms', service: true, marketing: true });
    await confirm(tokenIn(mail?.text)).expect(200);
    expect(await subscriptionOf(email)).toMatchObject({ channel: 'email', service: true, marketing: true });
    const proof = { source: 'confirm', privacy_version: '2024-12-18', terms_version: '2024-12-18' };
    expect(await logOf(email)).toEqual([
      { what: 'service', turned_on: true, ...proof },
      { what: 'marketing', turned_on: true, ...proof },
    ]);
  });

  it('writes in the language of the page', async () => {
    const { email, phoneNumber } = newAddresses();
    const answer = await save({ email, phoneNumber, ...allOn, ...smsOn })
      .set('X-Language', 'fr')
      .expect(200);
    await site.deliver();
    expect(answer.body.message).toMatch(/^S’il reste une adresse à confirmer/);
    expect(mails.find(({ to }) => to === email)?.subject).toBe('Confirmez vos préférences Podium');
    expect(sms.find(({ to }) => to === phoneNumber)?.text).toMatch(/^Podium - confirmez/);
    await confirm(await mailedToken(email)).expect(200);
    expect((await subscriptionOf(email)).language).toBe('fr');
  });

  it('does not store the token, and the message that carried it is gone once sent', async () => {
    const { email } = newAddresses();
    await save({ email, ...allOn }).expect(200);
    const token = await mailedToken(email);
    expect(token).toMatch(/^[\w-]{43}$/);
    const stored = JSON.stringify([
      await db('notifications.subscription_requests'),
      await db('notifications.messages'),
      await db('platform.outbox'),
    ]);
    expect(stored).not.toContain(token);
    expect(await db('notifications.messages').whereNotNull('sealed')).toEqual([]);
  });

  it('is one subscription an address, however it is written', async () => {
    const { email } = newAddresses();
    await save({ email, ...allOn }).expect(200);
    await confirm(await mailedToken(email)).expect(200);
    const loud = email.toUpperCase();
    await save({ email: loud, ...allOn, marketingEmails: false }).expect(200);
    await confirm(await mailedToken(loud)).expect(200);
    expect(
      await db('notifications.subscriptions').whereRaw('lower(address) = lower(?)', [email]).pluck('marketing'),
    ).toEqual([false]);
  });

  it('sends nothing where the answer would change nothing', async () => {
    const { email, phoneNumber } = newAddresses();
    await save({ email, phoneNumber, ...consents }).expect(200);
    await site.deliver();
    expect(mails.filter(({ to }) => to === email)).toEqual([]);
    expect(sms.filter(({ to }) => to === phoneNumber)).toEqual([]);
  });

  it('answers alike, in text and in time, for addresses that are known, subscribed and unknown', async () => {
    const owner = await createUser(db);
    const subscribed = newAddresses().email;
    await save({ email: subscribed, ...allOn }).expect(200);
    await confirm(await mailedToken(subscribed)).expect(200);
    const answers = [];
    for (const email of [owner.email, subscribed, newAddresses().email]) {
      const before = site.equalAnswers();
      const answer = await save({ email, ...allOn }).expect(200);
      expect(site.equalAnswers()).toBe(before + 1);
      answers.push({ body: answer.body, headers: headersOf(answer) });
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it('never changes what the owner of a known address has chosen', async () => {
    const owner = await createUser(db);
    await save({ email: owner.email, ...allOn, marketingEmails: false }, await site.cookieOf(owner)).expect(200);
    await save({ email: owner.email, ...allOn }).expect(200);
    expect(await subscriptionOf(owner.email)).toMatchObject({ service: true, marketing: false });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no address', { email: '' }, 'email'],
    ['a missing address', { email: undefined }, 'email'],
    ['an address without a host', { email: 'me@' }, 'email'],
    ['two addresses', { email: 'a@example.org,b@example.org' }, 'email'],
    ['an address with a line break', { email: 'a@example.org\nBcc: b@example.org' }, 'email'],
    ['an address that is too long', { email: `${'x'.repeat(250)}@example.org` }, 'email'],
    ['a list of addresses', { email: ['a@example.org'] }, 'email'],
    ['a number without a country', { phoneNumber: '0600111222' }, 'phoneNumber'],
    ['a number of 16 digits', { phoneNumber: '+1234567890123456' }, 'phoneNumber'],
    ['a number of 7 digits', { phoneNumber: '+1234567' }, 'phoneNumber'],
    ['a number with a zero for a country', { phoneNumber: '+0600111222' }, 'phoneNumber'],
    ['a number with letters', { phoneNumber: '+34600CALLME' }, 'phoneNumber'],
    ['a number in other digits', { phoneNumber: '+٣٤٦٠٠١١١٢٢٢' }, 'phoneNumber'],
    ['a number as a number', { phoneNumber: 34600111222 }, 'phoneNumber'],
    ['a number that is endless', { phoneNumber: `+34${' '.repeat(100)}600111222` }, 'phoneNumber'],
    ['SMS without a number', { smsNotifications: true }, 'phoneNumber'],
    ['marketing SMS with an empty number', { marketingSMS: true, phoneNumber: '' }, 'phoneNumber'],
    ['a text for a choice', { marketingEmails: 'true' }, 'marketingEmails'],
    ['a number for a choice', { emailNotifications: 1 }, 'emailNotifications'],
    ['no consent', { gdprConsent: false }, 'gdprConsent'],
    ['a missing consent', { gdprConsent: undefined }, 'gdprConsent'],
    ['a text for a consent', { gdprConsent: 'true' }, 'gdprConsent'],
    ['terms that are not accepted', { termsAccepted: false }, 'termsAccepted'],
    ['somebody else’s id', { user_id: 1 }, 'user_id'],
    ['its own confirmation', { confirmed_at: '2026-01-01' }, 'confirmed_at'],
  ])('with %s is refused at that field, and nothing is stored', async (_what, change, field) => {
    const before = await db('notifications.subscription_requests').count();
    const { body } = await save({ email: newAddresses().email, ...allOn, ...change }).expect(400);
    expect(body.code).toBe('invalid');
    expect(Object.keys(body.errors)).toEqual([field]);
    expect(body.errors[field]).not.toContain('field.'); // it has a text
    expect(await db('notifications.subscription_requests').count()).toEqual(before);
  });

  it.each(['+34 600-11.12 (22)', ' +34600111222 '])('takes a number written as %j', async (phoneNumber) => {
    const { email } = newAddresses();
    await save({ email, phoneNumber, ...consents }).expect(200);
    const asked = await db('notifications.subscription_requests')
      .where({ channel: 'sms' })
      .orderBy('id', 'desc')
      .first();
    expect(asked.address).toBe('+34600111222');
  });
});

describe('saving preferences as a signed-in person', () => {
  it('applies to one’s own address at once, without a mail, and is shown again', async () => {
    const user = await createUser(db);
    const cookie = await site.cookieOf(user);
    const nothing = { emailNotifications: false, smsNotifications: false, marketingEmails: false, marketingSMS: false };
    expect((await browser(cookie).get(path).expect(200)).body).toEqual({
      email: user.email,
      phoneNumber: null,
      ...nothing,
      gdprConsent: false,
      termsAccepted: false,
    });
    await save({ email: user.email.toUpperCase(), ...allOn }, cookie).expect(200);
    await site.deliver();
    expect(mails.filter(({ to }) => to.toLowerCase() === user.email)).toEqual([]);
    expect((await browser(cookie).get(path).expect(200)).body).toMatchObject({
      email: user.email,
      emailNotifications: true,
      marketingEmails: true,
      ...consents,
    });
    expect((await logOf(user.email)).map(({ source }) => source)).toEqual(['dialog', 'dialog']);
  });

  it('waits for the phone, and then shows it in that person’s dialog alone', async () => {
    const user = await createUser(db);
    const cookie = await site.cookieOf(user);
    const { phoneNumber } = newAddresses();
    const preferences = { email: user.email, phoneNumber, ...allOn, ...smsOn };
    await save(preferences, cookie).expect(200);
    await site.deliver();
    expect((await browser(cookie).get(path)).body).toMatchObject({ phoneNumber: null, marketingSMS: false });
    await confirm(tokenIn(sms.find(({ to }) => to === phoneNumber)?.text)).expect(200);
    expect((await browser(cookie).get(path)).body).toMatchObject({ phoneNumber, ...smsOn });
    const other = await site.cookieOf(await createUser(db));
    expect((await browser(other).get(path)).body).toMatchObject({ phoneNumber: null });

    // Saved again for the sake of the mails: the phone is left in peace.
    for (let more = 0; more < 6; more++) await save({ ...preferences, marketingEmails: false }, cookie).expect(200);
    await site.deliver();
    expect(sms.filter(({ to }) => to === phoneNumber)).toHaveLength(1);
    expect(await subscriptionOf(user.email)).toMatchObject({ service: true, marketing: false });
  });

  it('asks another address as a visitor would', async () => {
    const user = await createUser(db);
    const stranger = await createUser(db);
    await save({ email: stranger.email, ...allOn }, await site.cookieOf(user)).expect(200);
    expect(await subscriptionOf(stranger.email)).toBeUndefined();
    expect(await mailedToken(stranger.email)).not.toBe('');
  });

  it('is for people who are signed in', async () => {
    const { body } = await browser().get(path).expect(401);
    expect(body.code).toBe('login_required');
  });
});

describe('a confirmation link', () => {
  const asked = async () => {
    const { email } = newAddresses();
    await save({ email, ...allOn, marketingEmails: false }).expect(200);
    return { email, token: await mailedToken(email) };
  };
  const stateOf = async (token: string) =>
    (
      await browser()
        .get(`${path}/confirm?token=${encodeURIComponent(token)}`)
        .expect(200)
    ).body;

  it('says what it would do, and reading it does nothing', async () => {
    const { email, token } = await asked();
    for (let looks = 0; looks < 3; looks++) {
      expect(await stateOf(token)).toEqual({
        state: 'ready',
        channel: 'email',
        address: email,
        service: true,
        marketing: false,
      });
    }
    expect(await subscriptionOf(email)).toBeUndefined();
    await confirm(token).expect(200);
    expect(await stateOf(token)).toEqual({ state: 'used' });
  });

  it('works once, even when it is followed ten times at the same moment', async () => {
    const { email, token } = await asked();
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['link_used']),
    );
    expect(await logOf(email)).toHaveLength(2);
  });

  it('expires after 24 hours', async () => {
    const { email, token } = await asked();
    const [{ hours }] = await db('notifications.subscription_requests')
      .where({ address: email })
      .select(db.raw('extract(epoch from expires_at - created_at)::integer / 3600 as hours'));
    expect(hours).toBe(24);
    await db('notifications.subscription_requests').where({ address: email }).update({ expires_at: db.fn.now() });
    expect(await stateOf(token)).toEqual({ state: 'expired' });
    const { body } = await confirm(token).expect(400);
    expect(body.code).toBe('link_expired');
    expect(await subscriptionOf(email)).toBeUndefined();
  });

  it.each(['x', 'A'.repeat(43), "' or 1=1 --"])('with an unknown token (%s) does nothing', async (token) => {
    expect(await stateOf(token)).toEqual({ state: 'unknown' });
    expect((await confirm(token).expect(400)).body.code).toBe('link_unknown');
  });

  it.each([[''], [7], [null], ['x'.repeat(101)]])('needs a token, and %j is none', async (token) => {
    const { body } = await browser().post(`${path}/confirm`, { token }).expect(400);
    expect(body.errors).toHaveProperty('token');
  });

  it('is forgotten after a week', async () => {
    const { token } = await asked();
    const { token: recent } = await asked();
    await db('notifications.subscription_requests')
      .where({
        token_hash: (await db('notifications.subscription_requests').orderBy('id', 'desc').offset(1).first())
          .token_hash,
      })
      .update({ created_at: db.raw("now() - interval '8 days'") });
    await site.sweeps.find(({ name }) => name === 'subscriptions')?.run();
    expect(await stateOf(token)).toEqual({ state: 'unknown' });
    expect((await stateOf(recent)).state).toBe('ready');
  });
});

describe('opting out', () => {
  it('turns marketing off at once, without a login, and nothing else', async () => {
    const { email, phoneNumber } = newAddresses();
    await save({ email, phoneNumber, ...allOn, ...smsOn }).expect(200);
    await confirm(await mailedToken(email)).expect(200);
    await confirm(tokenIn(sms.find(({ to }) => to === phoneNumber)?.text)).expect(200);
    await optOut({ email: email.toUpperCase(), optOutType: 'email' }).expect(200);
    expect(await subscriptionOf(email)).toMatchObject({ service: true, marketing: false });
    expect(await subscriptionOf(phoneNumber)).toMatchObject({ service: true, marketing: true });
    await optOut({
      email,
      phoneNumber: `${phoneNumber.slice(0, 3)} ${phoneNumber.slice(3)}`,
      optOutType: 'sms',
    }).expect(200);
    expect(await subscriptionOf(phoneNumber)).toMatchObject({ service: true, marketing: false });
    expect((await logOf(email)).at(-1)).toEqual({
      what: 'marketing',
      turned_on: false,
      source: 'opt-out',
      privacy_version: null,
      terms_version: null,
    });
  });

  it('withdraws what waits to turn marketing on, and leaves what does not', async () => {
    const { email } = newAddresses();
    await save({ email, ...allOn }).expect(200);
    const marketing = await mailedToken(email);
    await save({ email, ...allOn, marketingEmails: false }).expect(200);
    const service = await mailedToken(email);
    await optOut({ email, optOutType: 'email' }).expect(200);
    expect((await confirm(marketing).expect(400)).body.code).toBe('link_unknown');
    await confirm(service).expect(200);
    expect(await subscriptionOf(email)).toMatchObject({ service: true, marketing: false });
  });

  it('while a link is being followed ends with marketing off or the link refused, never with marketing on', async () => {
    for (let round = 0; round < 8; round++) {
      const { email } = newAddresses();
      await save({ email, ...allOn }).expect(200);
      const token = await mailedToken(email);
      const both = [confirm(token), site.modules.notifications.optOut({ email, optOutType: 'email' })];
      await Promise.all(round % 2 ? both : both.toReversed());
      expect((await subscriptionOf(email))?.marketing ?? false).toBe(false);
    }
  });

  it('answers alike for known and unknown addresses, and writes nothing down for unknown ones', async () => {
    const { email } = newAddresses();
    await save({ email, ...allOn }).expect(200);
    await confirm(await mailedToken(email)).expect(200);
    const unknown = newAddresses().email;
    const answers = [];
    for (const address of [email, unknown]) {
      const before = site.equalAnswers();
      const answer = await optOut({ email: address, optOutType: 'email' }).expect(200);
      expect(site.equalAnswers()).toBe(before + 1);
      answers.push({ body: answer.body, headers: headersOf(answer) });
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[0]?.body.message).toBe('You have been unsubscribed from email notifications.');
    expect(await subscriptionOf(unknown)).toBeUndefined();
    expect(await logOf(unknown)).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no address for mails', { optOutType: 'email', phoneNumber: '+34600111222' }, 'email'],
    ['an empty address', { optOutType: 'email', email: '' }, 'email'],
    ['no number for SMS', { optOutType: 'sms', email: 'a@example.org' }, 'phoneNumber'],
    ['an empty number', { optOutType: 'sms', phoneNumber: '' }, 'phoneNumber'],
    ['a number of the wrong form', { optOutType: 'sms', phoneNumber: '600' }, 'phoneNumber'],
    ['another type', { optOutType: 'push', email: 'a@example.org' }, 'optOutType'],
    ['no type', { email: 'a@example.org' }, 'optOutType'],
    ['a wish to be subscribed', { optOutType: 'email', email: 'a@example.org', marketing: true }, 'marketing'],
  ])('with %s is refused at that field', async (_what, payload, field) => {
    const { body } = await optOut(payload).expect(400);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  it('takes the other address as it is, even empty: it is not asked for', async () => {
    const { email } = newAddresses();
    await optOut({ optOutType: 'email', email, phoneNumber: '' }).expect(200);
    await optOut({ optOutType: 'email', email, phoneNumber: 'half a num' }).expect(200);
  });
});

describe('the limits', () => {
  it('five mails an hour to one address, whoever asks and whether it is known or not', async () => {
    const owner = await createUser(db);
    const refusals = [];
    for (const email of [owner.email, newAddresses().email]) {
      for (let asks = 0; asks < 5; asks++) await save({ email, ...allOn, marketingEmails: asks % 2 === 0 }).expect(200);
      const { status, body, headers } = await save({ email: email.toUpperCase(), ...allOn });
      expect(Number(headers['retry-after'])).toBeGreaterThan(3_500);
      refusals.push([status, body.code]);
      await site.deliver();
      expect(mails.filter(({ to }) => to === email)).toHaveLength(5);
    }
    expect(refusals).toEqual([
      [429, 'too_many_requests'],
      [429, 'too_many_requests'],
    ]);
    // The owner is not kept from his or her own preferences by it.
    await save({ email: owner.email, ...allOn }, await site.cookieOf(owner)).expect(200);
    await db('notifications.subscription_requests')
      .whereRaw('lower(address) = ?', [owner.email])
      .update({ created_at: db.raw("created_at - interval '1 hour'") });
    await save({ email: owner.email, ...allOn }).expect(200);
  });

  it('five text messages a day to one number, exactly, however many ask at once; the refused change nothing', async () => {
    const { phoneNumber } = newAddresses();
    const asks = Array.from({ length: 8 }, () => {
      const { email } = newAddresses();
      return { email, answer: save({ email, phoneNumber, ...allOn, ...smsOn }) };
    });
    const statuses = await Promise.all(asks.map(async ({ answer }) => (await answer).status));
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    await site.deliver();
    expect(sms.filter(({ to }) => to === phoneNumber)).toHaveLength(5);
    const written = asks.filter(({ email }) => mails.some(({ to }) => to === email)).length;
    expect(written).toBe(5);
    await db('notifications.subscription_requests')
      .where({ address: phoneNumber })
      .update({ created_at: db.raw("created_at - interval '23 hours'") });
    const late = await save({ email: newAddresses().email, phoneNumber, ...smsOn, ...consents }).expect(429);
    expect(Number(late.headers['retry-after'])).toBeLessThanOrEqual(3_600);
  });

  it('twenty saves an hour from one place', async () => {
    const place = caller(app, { ip: '10.3.0.1' });
    for (let saves = 0; saves < 20; saves++) await place.post(path, {}).expect(400);
    await place.post(path, {}).expect(429);
  });
});

describe('the consent log', () => {
  it('only grows: its entries can be neither changed nor deleted, but for the erasure of a person', async () => {
    const user = await createUser(db);
    await save({ email: user.email, ...allOn }, await site.cookieOf(user)).expect(200);
    const entries = () => db('notifications.consent_log').where({ address: user.email });
    await expect(entries().update({ turned_on: false })).rejects.toThrow('append-only');
    await expect(entries().delete()).rejects.toThrow('append-only');
    await expect(db.raw('truncate notifications.consent_log')).rejects.toThrow('append-only');
    await db.transaction(async (trx) => {
      await trx.raw("set local podium.erasing = 'on'");
      await expect(
        trx.transaction((inner) => inner('notifications.consent_log').update({ turned_on: false })),
      ).rejects.toThrow('append-only');
      expect(await trx('notifications.consent_log').where({ address: user.email }).delete()).toBe(2);
    });
    await save({ email: user.email, ...allOn }, await site.cookieOf(user)).expect(200);
    await expect(entries().delete()).rejects.toThrow('append-only'); // the permission ended with its transaction
  });
});
