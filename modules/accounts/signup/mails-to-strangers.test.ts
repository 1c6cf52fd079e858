import { afterEach, expect, it } from 'vitest';
import { codeFor, resetTokenFor } from '#tests/support/codes.ts';
import { browsersOf, mobile, newcomer } from '#tests/support/people.ts';
import { cookiesFrom, testSite } from '#tests/support/site.ts';

/* Whoever registers a stranger's address, or asks for it in the profile, cannot have the product mail words of his or her own there. */

const site = await testSite();
const { app, db, mails, settings } = site;
const browser = browsersOf(app);
afterEach(() => settings.change(db, 'email_verification', 'required'));

const offer = 'Win 500 now';
const subjects = () => {
  expect(JSON.stringify(mails)).not.toContain(offer);
  return new Set(mails.map(({ subject }) => subject.replace(/\d{6}/, '…')));
};

it('neither by registering it, nor by what follows', async () => {
  await settings.change(db, 'email_verification', 'optional');
  const person = { ...newcomer(), username: offer };
  const { email } = person;
  const begun = await browser().post('/api/auth/register', person).expect(200); // at once in use, its address unproved
  const home = browser(cookiesFrom(begun));
  await browser()
    .post('/api/auth/register', { ...newcomer(), email })
    .expect(200);
  const id = (await db('accounts.users').where({ email }).whereNotNull('claimed_at').first('id')).id;
  await db('accounts.users').where({ id }).update({ phone_number: mobile() });
  await home.post('/api/account/request-export', { reason: 'Mine.' }).expect(200);
  const other = newcomer().email;
  await home.put('/api/users/profile', { email: other }).expect(200);
  await site.deliver();
  await home.post('/api/users/profile/confirm', { type: 'email', code: codeFor(mails, other) }).expect(200);
  await browser().post('/api/auth/forgot-password', { email: other }).expect(200);
  await site.deliver();
  await browser()
    .post('/api/auth/reset-password', { token: resetTokenFor(mails, other), password: 'another password' })
    .expect(200);
  await site.deliver();
  expect(subjects()).toEqual(
    new Set([
      '… is your Podium code',
      'You already have a Podium account',
      '… confirms your request to Podium',
      'The e-mail address of your Podium account was changed',
      'Choose a new Podium password',
      'Your Podium password was changed',
    ]),
  );
});
