import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { createUser, password } from '../factories/users.ts';
import { refused } from './login-support.ts';
import { accessibilityFindings, expect, open, signIn, test } from './support.ts';

/* What protects or pays asks for the password again, and goes on with what was entered. */

/** An admin who gave the password 20 minutes ago. */
const signInLongAgo = (page: Page, user: { email: string }) => signIn(page, user, { passwordAgeMinutes: 20 });

let count = 0;
const fresh = (name: string) => `${name}${process.pid}x${++count}`;

test('a change of role asks for the password, tells a wrong one, and goes on with the right one', async ({
  page,
  db,
  complaints,
}) => {
  const admin = await createUser(db, { role: 'admin', username: fresh('Boss') });
  const user = await createUser(db, { username: fresh('Climber') });
  await signInLongAgo(page, admin);
  await open(page, `/admin/users/${user.id}`);
  await page.getByLabel('Role').selectOption('Admin');
  const save = page.getByRole('button', { name: 'Save changes' });
  await save.focus();
  await page.keyboard.press('Enter');

  const dialog = page.getByRole('dialog', { name: 'Confirm your password' });
  const field = dialog.getByLabel('Password');
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'current-password');
  await expect(dialog.locator('input[autocomplete="username"]')).toHaveValue(admin.email);
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.keyboard.type('not this one');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This is not your password.')).toBeVisible();
  await expect(field).toBeFocused();
  expect(await accessibilityFindings(page)).toEqual([]);
  expect((await db('accounts.users').where({ id: user.id }).first()).role).toBe('user');

  await field.fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${user.username} was changed.`, { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel('Role')).toHaveValue('admin');
  expect((await db('accounts.users').where({ id: user.id }).first()).role).toBe('admin');
  refused(complaints, 'status of 4'); // 403 for the change, 400 for the wrong password
});

test('who does not give it changes nothing, keeps what was entered, and has the focus back', async ({
  page,
  db,
  complaints,
}) => {
  const admin = await createUser(db, { role: 'admin', username: fresh('Boss') });
  const user = await createUser(db, { username: fresh('Loud') });
  await signInLongAgo(page, admin);
  await open(page, `/admin/users/${user.id}`);
  // From within another dialog, which stays as it was.
  await page.getByRole('button', { name: 'Suspend' }).click();
  const suspension = page.getByRole('dialog').first();
  await suspension.getByRole('textbox').fill('Spam in every league.');
  const act = suspension.getByRole('button', { name: 'Suspend' });
  await act.click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' });
  await expect(dialog.getByLabel('Password')).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(act).toBeFocused();
  await expect(page.getByRole('region', { name: 'Notification' }).getByRole('listitem')).toHaveCount(0);
  expect((await db('accounts.users').where({ id: user.id }).first()).suspended_at).toBeNull();
  await expect(suspension.getByRole('textbox')).toHaveValue('Spam in every league.');

  await page.keyboard.press('Enter');
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(async () => (await db('accounts.users').where({ id: user.id }).first()).suspended_at).toBeTruthy();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  refused(complaints, 'status of 403');
});

test('the payout list asks for it, too, and then comes', async ({ page, db, complaints }) => {
  await signInLongAgo(page, await createUser(db, { role: 'admin', username: fresh('Boss') }));
  await open(page, '/admin/awards');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV' }).click();
  await page.getByRole('dialog', { name: 'Confirm your password' }).getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  const file = await download;
  expect(file.suggestedFilename()).toBe('podium-awards.csv');
  expect(readFileSync(await file.path(), 'utf8')).toContain(',');
  refused(complaints, 'status of 403');
});

for (const [language, title] of [
  ['es', 'Confirma tu contraseña'],
  ['fr', 'Confirmez votre mot de passe'],
] as const) {
  test(`in ${language} it fits a phone`, async ({ page, db, complaints }) => {
    await page.setViewportSize({ width: 375, height: 700 });
    await signInLongAgo(page, await createUser(db, { role: 'admin', username: fresh('Boss') }));
    await open(page, `/admin/settings?lng=${language}`);
    await page.getByRole('switch').last().click();
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    refused(complaints, 'status of 403');
  });
}

test('an admin’s own number changes only after the password, on a phone', async ({ page, db, complaints }) => {
  await signInLongAgo(page, await createUser(db, { role: 'admin', username: fresh('Boss') }));
  await page.setViewportSize({ width: 375, height: 800 });
  await open(page, '/profile');
  await page.getByRole('tab', { name: 'Contact Details' }).click();
  await page.getByRole('button', { name: 'Edit: Contact Details' }).click();
  const number = `+346113${String(Date.now()).slice(-5)}`;
  await page.getByLabel('Mobile number').fill(number);
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' });
  await expect(dialog.getByLabel('Password')).toBeFocused();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`We have sent a code to ${number}.`)).toBeVisible();
  refused(complaints, 'status of 403');
});
