import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import type { Db } from '#src/platform/db.ts';
import { createUser, password } from '../factories/users.ts';
import { passTime } from './clocks.ts';
import { accessibilityFindings, expect, mailTo, open, signIn, site, test } from './support.ts';

/* A copy of one's data, and the end of an account: asked for, proved by two codes, and carried out. */

let count = 0;

async function somebody(page: Page, db: Db) {
  count += 1;
  const phone = `+346110${String(process.pid % 1_000).padStart(3, '0')}${10 + count}`;
  const user = await createUser(db);
  await db('accounts.users').where({ id: user.id }).update({ phone_number: phone, phone_verified_at: db.fn.now() });
  await signIn(page, { email: user.email });
  await page.clock.install();
  await open(page, '/profile');
  await page.getByRole('tab', { name: 'Account Management' }).click();
  return { ...user, phone };
}

/** The codes that were sent, once both are there. */
async function codes(email: string, phone: string): Promise<{ byMail: string; bySms: string }> {
  const codeIn = (from: string | undefined) => /\b\d{6}\b/.exec(from ?? '')?.[0] ?? '';
  const byMail = codeIn((await mailTo(email)).text);
  let bySms = '';
  await expect
    .poll(async () => {
      const messages = await (await fetch(`${site().sandbox}/api/sms?to=${encodeURIComponent(phone)}`)).json();
      bySms = codeIn(messages[0]?.text);
      return bySms;
    })
    .not.toBe('');
  return { byMail, bySms };
}

test('an export is asked for, proved code by code, built by the worker and saved', async ({ page, db, complaints }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const { email, phone } = await somebody(page, db);
  await page.getByRole('button', { name: 'Export My Data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export My Data' });
  await dialog.getByRole('button', { name: 'Send the request' }).click();
  await expect(dialog.getByText('Please provide a reason for your data export request.')).toBeVisible();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  expect(complaints.splice(0)).toEqual([expect.stringContaining('400')]);
  await dialog.getByLabel('Reason').fill('I am curious');
  await dialog.getByRole('button', { name: 'Send the request' }).click();
  await expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '43');
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.clock.fastForward(5_000); // on to the codes; and the toast, which lies over them on a phone, goes
  await expect(dialog.getByLabel('Code from your e-mail')).toBeVisible();

  const { byMail, bySms } = await codes(email, phone);
  await dialog.getByLabel('Code from your e-mail').fill(byMail === '000000' ? '111111' : '000000');
  await dialog.getByRole('button', { name: 'Verify Codes' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Verification Failed');
  expect(complaints.splice(0)).toEqual([expect.stringContaining('400')]);
  await dialog.getByLabel('Code from your e-mail').fill(byMail);
  await dialog.getByRole('button', { name: 'Verify Codes' }).click();
  await expect(dialog.getByLabel('Code from your e-mail')).toHaveCount(0);
  await dialog.getByLabel('Code from your phone').fill(`${bySms.slice(0, 3)} ${bySms.slice(3)}`);
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Verify Codes' }).click();
  let saved: Download | undefined;
  void saving.then((download) => {
    saved = download;
  });
  await passTime(page, 2_000, () => expect.poll(() => saved, { timeout: 300 }).toBeDefined());
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^podium-\d{4}-\d\d-\d\d\.json$/);
  const contents = JSON.parse(readFileSync(await download.path(), 'utf8'));
  expect(contents.profile).toMatchObject({ email, phoneNumber: phone });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('link', { name: 'Download' })).toBeVisible();
});

test('a deletion waits for an admin, and then nobody can log in any more', async ({
  page,
  db,
  playwright,
  complaints,
}) => {
  const { id, email, phone } = await somebody(page, db);
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Account' });
  await dialog.getByLabel('Reason').fill('Moving on');
  await dialog.getByRole('button', { name: 'Send the request' }).click();
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await page.clock.fastForward(2_000);
  await expect(dialog.getByLabel('Code from your phone')).toBeVisible();
  const { byMail, bySms } = await codes(email, phone);
  await dialog.getByLabel('Code from your e-mail').fill(byMail);
  await dialog.getByLabel('Code from your phone').fill(bySms);
  await dialog.getByRole('button', { name: 'Verify Codes' }).click();
  await expect(dialog.getByText('An administrator will look at your request.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Your request is under way.')).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);

  const admin = await playwright.request.newContext({ baseURL: site().web });
  await admin.post('/api/auth/login', { data: site().logins.admin });
  const [action] = await db('privacy.account_actions').where({ user_id: id });
  const decided = await admin.post(`/api/admin/account-actions/${action.id}/decide`, { data: { approved: true } });
  expect(decided.status()).toBe(200);
  await admin.dispose();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Login Required' })).toBeVisible();
  expect((await page.request.post('/api/auth/login', { data: { email, password } })).status()).toBe(401);
  await expect.poll(async () => (await mailTo(email)).subject).toBe('Your Podium account has been deleted');
  complaints.splice(0);
});

test('without a phone number the actions say what is missing', async ({ page, db }) => {
  await signIn(page, { email: (await createUser(db)).email });
  await open(page, '/profile');
  await page.getByRole('tab', { name: 'Account Management' }).click();
  await expect(page.getByText('Phone Number Required: please add your phone number first.')).toHaveCount(2);
  await expect(page.getByText('Not verified', { exact: true })).toHaveCount(1);
});
