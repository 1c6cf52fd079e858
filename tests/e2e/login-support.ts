import type { Page, Route } from '@playwright/test';
import { expect, open } from './support.ts';

/* What the tests of the login's pages share: answers in the server's place, and what is looked at again and again. */

export const widths = [
  ['phone', { width: 320, height: 640 }],
  ['desk', { width: 1280, height: 800 }],
] as const;

export const done = { success: true, message: 'Done' };
export const refusal = (message: string, errors?: Record<string, string>, code = 'invalid') => ({
  message,
  code,
  errors,
});

/** Answers an address of the API and keeps what was sent there. */
export async function answer(page: Page, address: string, body: object | ((sent: unknown) => object), status = 200) {
  const sent: Record<string, string>[] = [];
  await page.route(`**/api/auth/${address}`, (route: Route) => {
    const posted = route.request().postDataJSON() as Record<string, string> | null;
    if (posted) sent.push(posted);
    return route.fulfill({ status, json: typeof body === 'function' ? body(posted) : body });
  });
  return sent;
}

/** Opens the login by a link from another page, with other settings than the site's. */
export async function openWith(page: Page, settings: object) {
  await page.route('**/login/index.pageContext.json*', async (route) => {
    const context = await (await route.fetch()).json();
    context.data['/api/auth/settings'] = { registrationOpen: true, phone: 'optional', email: 'required', ...settings };
    await route.fulfill({ json: context });
  });
  await open(page, '/about');
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('tab', { name: 'Register' }).click();
}

export const toast = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Notification' }).getByRole('listitem').filter({ hasText: title });
export const noOverflow = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
export const fillRegistration = async (page: Page, email: string) => {
  await page.getByLabel('Username').fill('Ana');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a fine password');
  await page.getByLabel('Repeat the password').fill('a fine password');
};
/** The browser itself tells of each refused request. */
export const refused = (complaints: string[], status: string) => {
  const told = complaints.splice(0);
  expect(told.length).toBeGreaterThan(0);
  for (const complaint of told) expect(complaint).toContain(status);
};
