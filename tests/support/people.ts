import type { Express } from 'express';
import { password } from '../factories/users.ts';
import { codeFor, codeTextedTo } from './codes.ts';
import { caller, cookiesFrom, type TestSite } from './site.ts';

let visits = 0;
let people = 0;

/** Browsers that each come from an address of their own, so that the limits of one test are not another's. */
export const browsersOf =
  (app: Express) =>
  (cookie = '') => {
    visits += 1;
    return caller(app, { cookie, ip: `10.1.${Math.floor(visits / 250)}.${visits % 250}` });
  };

/** What somebody who is new here types into the registration form. */
export function newcomer() {
  people += 1;
  return { username: `New Comer ${people}`, email: `newcomer${people}@example.org`, password };
}

/** A mobile number that nobody else has. */
export function mobile(): string {
  people += 1;
  return `+346001${String(people).padStart(5, '0')}`;
}

/** Registrations with a number: both codes, and the browser that registered. */
export function withPhones(site: TestSite) {
  const browser = browsersOf(site.app);
  const { mails, sms } = site;
  return async (phoneNumber = mobile(), person = newcomer()) => {
    const response = await browser()
      .post('/api/auth/register', { ...person, phoneNumber })
      .expect(200);
    await site.deliver();
    const home = browser(cookiesFrom(response));
    const { email } = person;
    const send = (kind: 'email' | 'phone', code: string, from = home) =>
      from.post(`/api/auth/verify-${kind}`, { email, code });
    return {
      email,
      phoneNumber,
      body: response.body,
      home,
      send,
      text: codeTextedTo(sms, phoneNumber),
      get mail() {
        return codeFor(mails, email);
      },
    };
  };
}
