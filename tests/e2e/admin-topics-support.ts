import type { Browser, Page } from '@playwright/test';
import type { Db } from '../../src/platform/db.ts';
import { createUser, password } from '../factories/users.ts';
import { signIn, site } from './support.ts';

/* What the tests of the back office's sections share. */

let count = 0;

/** A name that no other test has used. */
export function unique(name: string): string {
  count += 1;
  return `${name} ${process.pid}x${count}`;
}

export async function asAdmin(page: Page, db: Db): Promise<void> {
  await signIn(page, { email: (await createUser(db, { role: 'admin' })).email, password });
}

/** A browser of somebody else. */
export async function newPage(browser: Browser): Promise<Page> {
  return (await browser.newContext({ baseURL: site().web })).newPage();
}
