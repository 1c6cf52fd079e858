import path from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import type { Db } from '#src/platform/db.ts';
import { createUser } from '../factories/users.ts';
import { signIn, site } from './support.ts';

/* What the tests of the back office's sections share. */

let count = 0;

/** A name that no other test has used. */
export function unique(name: string): string {
  count += 1;
  return `${name} ${process.pid}x${count}`;
}

export async function asAdmin(page: Page, db: Db): Promise<void> {
  await signIn(page, { email: (await createUser(db, { role: 'admin' })).email });
}

/** A browser of somebody else. */
export async function newPage(browser: Browser): Promise<Page> {
  return (await browser.newContext({ baseURL: site().web })).newPage();
}

/** Lets a file fall onto a place of the page, as from the desktop. */
export async function dropFile(page: Page, onto: Locator, file: string): Promise<void> {
  await onto.scrollIntoViewIfNeeded();
  const box = await onto.boundingBox();
  const cdp = await page.context().newCDPSession(page);
  const data = { items: [], files: [path.resolve(file)], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await cdp.send('Input.dispatchDragEvent', { type, x: (box?.x ?? 0) + 5, y: (box?.y ?? 0) + 5, data });
  }
}
