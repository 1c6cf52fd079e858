import { createUser } from '../factories/users.ts';
import { passTime } from './clocks.ts';
import { expect, mailTo, open, signIn, site, test } from './support.ts';

/* Coming in and coming back, through the real server, worker, mail and text messages. */

const codeIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? '';

async function smsTo(number: string): Promise<string> {
  let text = '';
  await expect
    .poll(async () => {
      const found = await fetch(`${site().sandbox}/api/sms?to=${encodeURIComponent(number)}`);
      text = (await found.json())[0]?.text ?? '';
      return text;
    })
    .not.toBe('');
  return text;
}

for (const [device, viewport] of [
  ['a phone', { width: 375, height: 812 }],
  ['a desk', { width: 1280, height: 900 }],
] as const) {
  test(`on ${device} one registers with a phone, proves both and is welcomed to the profile`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const stamp = String(Date.now()).slice(-6);
    const email = `new-${stamp}@example.org`;
    const number = `+34610${stamp}`;
    await page.clock.install();
    await open(page, '/register');
    await page.getByLabel('Username').fill(`New ${stamp}`);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Country code').selectOption('Spain (+34)');
    await page.getByLabel('Phone').fill(number.slice(3));
    await expect(page.locator('input[name="phoneNumber"]')).toHaveValue(number);
    await page.getByLabel('Password', { exact: true }).fill('a fine password');
    await page.getByLabel('Repeat the password').fill('a fine password');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page).toHaveURL(/\/verify\?email=.*phoneRequired=true/);
    await page.getByLabel('Six-digit code').fill(codeIn((await mailTo(email)).subject));
    await page.getByRole('button', { name: 'Verify e-mail' }).click();
    const code = page.getByLabel('Code from the text message');
    await expect(code).toBeFocused();
    await code.fill(codeIn(await smsTo(number)));
    await page.keyboard.press('Enter');
    await passTime(page, 1_500, () => expect(page).toHaveURL('/profile', { timeout: 300 })); // by itself, and without what the address said of the person
    await expect(page.getByText(`Welcome to Podium, New ${stamp}!`)).toBeVisible();
    await page.getByRole('tab', { name: 'Account Management' }).click();
    await expect(page.getByText('Verified', { exact: true })).toHaveCount(2);
    await page.getByRole('tab', { name: 'Recent Activity' }).click();
    await expect(page.getByText('You registered')).toBeVisible();
  });

  test(`on ${device} a forgotten password is replaced, and every other browser is out`, async ({
    page,
    browser,
    db,
    baseURL,
    complaints,
  }) => {
    await page.setViewportSize(viewport);
    const { email, username } = await createUser(db);
    const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) });
    const other = await elsewhere.newPage();
    await signIn(other, { email });

    await open(page, '/login');
    await page.getByRole('main').getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('E-mail')).toHaveValue(email);
    await dialog.getByRole('button').filter({ hasText: /send/i }).click();
    await expect(page.getByText('Reset Email Sent', { exact: true })).toBeVisible();
    const link = /https?:\/\/\S+token=\S+/.exec((await mailTo(email)).text)?.[0] ?? '';
    const { pathname, search } = new URL(link);
    await open(page, pathname + search);
    await page.getByLabel('New password', { exact: true }).fill('quite another one');
    await page.getByLabel('Repeat the new password').fill('quite another one');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Password Reset Successful', { exact: true })).toBeVisible();
    expect((await other.request.get('/api/auth/user')).status()).toBe(401);
    await elsewhere.close();

    await open(page, pathname + search); // the link is spent
    await page.getByLabel('New password', { exact: true }).fill('and a third one');
    await page.getByLabel('Repeat the new password').fill('and a third one');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Reset Failed');
    expect(complaints.splice(0)).toEqual([expect.stringContaining('400')]);

    await open(page, '/login');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('quite another one');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Account of ${username}` })).toBeVisible();
  });
}
