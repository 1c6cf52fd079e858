import type { Express } from 'express';
import { password } from '../factories/users.ts';
import { caller } from './site.ts';

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
